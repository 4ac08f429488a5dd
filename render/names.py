"""Players' names, made safe for text and drawable in pictures.

A name on Discord can be any text: invisible characters, ones that reverse the rest of the line,
letters with a tower of marks, or scripts that no installed font has. An unchecked name could hide
or reorder the words around it, overlap other lines, or appear as empty boxes.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from engine.core.types import Seat
from render.players import Player
from render.typography.bidi import isolated
from render.typography.clusters import JOINER, NON_JOINER, clusters, is_mark
from render.typography.runs import FONTS, drawable, drawable_form
from texts import Words

LONGEST = 40
"""Maximum length of a name in user-perceived characters; drawing can shorten it further."""
LONGEST_TITLE = 60
MARKS = 3
"""Maximum number of marks per letter. More would reach into the lines above and below."""
GAP = "·"
"""Replaces characters within a word that can't be drawn."""
_LOST = "\0"
"""Placeholder for GAP while the name is built, because the name can contain a dot itself."""
HIDING = ("Cc", "Cf", "Cs")
"""Unicode categories of characters that are invisible or change the text's direction."""
BLANK_LETTERS = "\u3164\u115f\u1160\uffa0\u2800"


def plain_name(words: Words, players: Sequence[Player], seat: Seat) -> str:
    """Return the name for text, or "Player 2" if nothing of it is visible."""
    return _plain(players[seat].name) or stand_in(words, players, seat)


@lru_cache(maxsize=1024)
def _plain(name: str) -> str:
    name = _on_one_line(name)
    return isolated(name) if any(map(_shows, name)) else ""


def drawn_name(words: Words, players: Sequence[Player], seat: Seat) -> str:
    """Return the name for pictures, or "Player 2" if too little of it can be drawn.

    Within a word, a dot replaces each gap that no font can draw, and styled letters become plain
    ones.
    """
    return _drawable_part(players[seat].name, LONGEST) or stand_in(words, players, seat)


def plain_alone(words: Words, name: str) -> str:
    """Return the name, for text, of a player without a seat."""
    return plain_name(words, [Player(name)], 0)


def drawn_alone(words: Words, name: str) -> str:
    """Return the name, for pictures, of a player without a seat."""
    return drawn_name(words, [Player(name)], 0)


def plain_title(words: Words, title: str) -> str:
    return _plain(title) or words.say("Tournament")


def drawn_title(words: Words, title: str) -> str:
    return _drawable_part(title, LONGEST_TITLE) or words.say("Tournament")


@lru_cache(maxsize=1024)
def _drawable_part(name: str, longest: int) -> str:
    """Return the drawable part of the name; "" if most letters would be lost."""
    pieces: list[str] = []
    lost = kept = 0
    for piece in clusters(unicodedata.normalize("NFC", _on_one_line(name))):
        seen = _letter(_few_marks(piece))
        if piece.isspace():
            pieces.append(" ")
        elif seen:
            pieces.append(seen)
            kept += any(map(_shows, seen))
        else:
            pieces.append(_LOST)
            lost += any(c.isalpha() for c in piece)
    if kept == 0 or lost > kept:
        return ""
    return isolated("".join(clusters(_with_single_gaps("".join(pieces)))[:longest]).rstrip())


FONTS.when_changed(_drawable_part.cache_clear)


def stand_in(words: Words, players: Sequence[Player], seat: Seat) -> str:
    """Return "Player" with the seat's number, or just "Player" if there is only one."""
    if len(players) == 1:
        return words.say("Player")
    return words.say("Player {number}", number=seat + 1)


def _on_one_line(name: str) -> str:
    visible = (
        " " if c.isspace() else c
        for c in name
        if c.isspace()
        or c in (JOINER, NON_JOINER)
        or unicodedata.category(c) not in HIDING
        or _is_tag(c)
    )
    return " ".join("".join(visible).split())


def _is_tag(character: str) -> bool:
    return 0xE0020 <= ord(character) <= 0xE007F


def _few_marks(piece: str) -> str:
    kept, marks = "", 0
    for character in piece:
        marks = marks + 1 if is_mark(character) else 0
        if marks <= MARKS:
            kept += character
    return kept


def _letter(piece: str) -> str:
    """Return the drawable form of a cluster, without its marks if fonts lack only those."""
    if not any(map(_shows, piece)):
        return ""
    bare = "".join(c for c in piece if not is_mark(c))
    return drawable_form(piece) or (bare if bare and drawable(bare) else "")


def _with_single_gaps(text: str) -> str:
    while _LOST + _LOST in text:
        text = text.replace(_LOST + _LOST, _LOST)
    words = (stripped for word in text.split() if (stripped := word.strip(_LOST)))
    return " ".join(words).replace(_LOST, GAP)


def _shows(character: str) -> bool:
    blank = character.isspace() or character in (JOINER, NON_JOINER, *BLANK_LETTERS)
    category = unicodedata.category(character)
    return not blank and category not in HIDING and category[0] != "M"
