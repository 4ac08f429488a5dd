"""Players' names, made safe for text and drawable in pictures."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from engine.core.types import Seat
from render.players import Player
from render.typography.bidi import isolated
from render.typography.clusters import JOINER, NON_JOINER, clusters, is_mark
from render.typography.runs import FONTS, drawable, shown
from texts import Words

LONGEST = 40
"""How many characters, as readers count them, are kept of a name; drawing may shorten it."""
LONGEST_TITLE = 60
"""How many are kept of a title that somebody has written."""
MARKS = 3
"""How many marks a letter may carry: more would reach into the lines above and below."""
GAP = "·"
"""Stands for characters within a word that can't be drawn."""
_LOST = "\0"
"""Stands for GAP while a name is put together, as the name may contain a dot itself."""
HIDING = ("Cc", "Cf", "Cs")
"""Unicode categories of characters that are invisible or change the text's direction."""
BLANK_LETTERS = "\u3164\u115f\u1160\uffa0\u2800"
"""Fillers that count as letters but leave an empty place."""


def plain_name(words: Words, players: Sequence[Player], seat: Seat) -> str:
    """The name for text: on one line, without characters that turn or hide others."""
    return _plain(players[seat].name) or stand_in(words, players, seat)


@lru_cache(maxsize=1024)
def _plain(name: str) -> str:
    """The name on one line, without characters that turn or hide others; "" if nothing shows."""
    name = _cleaned(name)
    return isolated(name) if any(map(_shows, name)) else ""


def drawn_name(words: Words, players: Sequence[Player], seat: Seat) -> str:
    """The name for pictures: what the fonts can draw of it, or a stand-in if that is too little.

    Within a word a dot replaces what no font has, and styled letters become plain ones. A name
    that would lose most of its letters is replaced as a whole.
    """
    return _drawn(players[seat].name, LONGEST) or stand_in(words, players, seat)


def plain_title(words: Words, title: str) -> str:
    """The title that somebody gave a tournament, for text: see plain_name."""
    return _plain(title) or words.say("Tournament")


def drawn_title(words: Words, title: str) -> str:
    """The title that somebody gave a tournament, for pictures: see drawn_name."""
    return _drawn(title, LONGEST_TITLE) or words.say("Tournament")


@lru_cache(maxsize=1024)
def _drawn(whole: str, longest: int) -> str:
    """What the fonts can draw of the name; "" if that is too little."""
    drawn: list[str] = []
    lost = kept = 0
    for piece in clusters(unicodedata.normalize("NFC", _cleaned(whole))):
        seen = _letter(_few_marks(piece))
        if piece.isspace():
            drawn.append(" ")
        elif seen:
            drawn.append(seen)
            kept += any(map(_shows, seen))
        else:
            drawn.append(_LOST)
            lost += any(c.isalpha() for c in piece)
    if kept == 0 or lost > kept:
        return ""
    return isolated("".join(clusters(_tidied("".join(drawn)))[:longest]).rstrip())


FONTS.when_changed(_drawn.cache_clear)


def stand_in(words: Words, players: Sequence[Player], seat: Seat) -> str:
    """What a player is called whose name can't be shown: by the number of the seat.

    A player who is shown alone has no seat, and so no number.
    """
    if len(players) == 1:
        return words.say("Player")
    return words.say("Player {number}", number=seat + 1)


def _cleaned(name: str) -> str:
    """On one line, without invisible characters and those that turn others."""
    kept = (
        " " if c.isspace() else c
        for c in name
        if c.isspace()
        or c in (JOINER, NON_JOINER)
        or unicodedata.category(c) not in HIDING
        or _is_tag(c)
    )
    return " ".join("".join(kept).split())


def _is_tag(character: str) -> bool:
    """Whether it is part of a region's flag, an emoji made of tag characters."""
    return 0xE0020 <= ord(character) <= 0xE007F


def _few_marks(piece: str) -> str:
    kept, marks = "", 0
    for character in piece:
        marks = marks + 1 if is_mark(character) else 0
        if marks <= MARKS:
            kept += character
    return kept


def _letter(piece: str) -> str:
    """A piece as it can be drawn: without its marks if only they can't be, else ""."""
    if not any(map(_shows, piece)):
        return ""
    bare = "".join(c for c in piece if not is_mark(c))
    return shown(piece) or (bare if bare and drawable(bare) else "")


def _tidied(text: str) -> str:
    """With single blanks and gaps, and gaps only within words."""
    while _LOST + _LOST in text:
        text = text.replace(_LOST + _LOST, _LOST)
    words = (stripped for word in text.split() if (stripped := word.strip(_LOST)))
    return " ".join(words).replace(_LOST, GAP)


def _shows(character: str) -> bool:
    blank = character.isspace() or character in (JOINER, NON_JOINER, *BLANK_LETTERS)
    category = unicodedata.category(character)
    return not blank and category not in HIDING and category[0] != "M"
