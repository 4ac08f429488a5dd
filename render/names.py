"""Names as the font can draw them, whatever people call themselves."""

import unicodedata
from collections.abc import Sequence

from engine.core.types import Seat
from render.fonts import has_glyph
from render.players import Player
from texts import Words

LONGEST = 40
"""Characters kept of a name; the drawing shortens it further where it must."""
GAP = "·"
"""Stands within a word for characters that can't be drawn."""
HIDING = ("Cc", "Cf", "Cs")
"""Categories of characters that show nothing, or turn the direction of others."""
JOINER = "\u200d"
"""Makes one emoji of several, so it stays in text."""
BLANK_LETTERS = "\u3164\u115f\u1160\uffa0\u2800"
"""Letters in name only: fillers that leave an empty place."""


def plain_name(words: Words, players: Sequence[Player], seat: Seat) -> str:
    """The name for text, on one line and without characters that turn or hide others."""
    kept = (
        " " if c.isspace() else c
        for c in players[seat].name
        if c.isspace() or c == JOINER or unicodedata.category(c) not in HIDING
    )
    name = " ".join("".join(kept).split())
    return name if any(_shows(c) for c in name) else _stand_in(words, seat)


def drawn_name(words: Words, players: Sequence[Player], seat: Seat) -> str:
    """The name with what the font has; a stand-in with the seat's number where too little is left.

    Styled letters become plain ones, emoji are left out, and letters of scripts that the font
    lacks leave one dot within a word. A name that is mostly such letters is not mutilated but
    replaced.
    """
    name = unicodedata.normalize("NFKC", players[seat].name)
    drawn: list[str] = []
    lost = kept = 0
    for character in name:
        if character.isspace():
            drawn.append(" ")
        elif unicodedata.category(character) in (*HIDING, "Mn", "Me"):
            continue
        elif has_glyph(character):
            drawn.append(character)
            kept += character.isalnum()
        else:
            base = unicodedata.normalize("NFD", character)[0]
            if has_glyph(base):
                drawn.append(base)
                kept += 1
            else:
                drawn.append(GAP)
                lost += character.isalpha()
    if kept == 0 or lost > kept:
        return _stand_in(words, seat)
    return _tidied("".join(drawn))[:LONGEST].rstrip()


def _tidied(text: str) -> str:
    """Blanks and gaps are single, and gaps stay within words only."""
    while GAP + GAP in text:
        text = text.replace(GAP + GAP, GAP)
    return " ".join(stripped for word in text.split() if (stripped := word.strip(GAP)))


def _shows(character: str) -> bool:
    blank = character.isspace() or character == JOINER or character in BLANK_LETTERS
    return not blank and unicodedata.category(character)[0] != "M"


def _stand_in(words: Words, seat: Seat) -> str:
    return words.say("Player {number}", number=seat + 1)
