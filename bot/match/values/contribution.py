"""The players' contribution to the luck of a match: interaction ids, or words of their own.

The parts are in seat order, joined by `+`. A part that begins with `=` is a word, which replaces
the id, because the operator of the bot could choose an id. Matches of a tournament start
automatically, so each part names the tournament, table and seat instead.
"""

import re
import unicodedata

from bot.match.values.errors import BadWord

JOIN, MARK = "+", "="
LONGEST = 32
_TAKEN = frozenset("+=:`")
_SHOWN = frozenset("LMNPS")
"""Unicode's letters, marks, numbers, punctuation and symbols."""
_OF_TABLE = re.compile(r"T[0-9]+/[0-9.]+/[0-9]+")
_BLANK = frozenset("\u3164\u115f\u1160\uffa0\u2800")
"""Characters that Unicode calls letters, but that look empty."""


def word_of(typed: str) -> str:
    """Normalise a typed word: compose letters (NFC), and collapse spaces. Raise BadWord."""
    word = " ".join(part for part in unicodedata.normalize("NFC", typed).split(" ") if part)
    leans = (
        bool(word) and unicodedata.category(word[0])[0] == "M"
    )  # a mark needs a character before it
    if leans or len(word) > LONGEST or not all(map(_fits, word)):
        raise BadWord(most=LONGEST)
    return word


def part(interaction: int, word: str) -> str:
    return MARK + word if word else str(interaction)


def word_in(brought: str) -> str | None:
    return brought.removeprefix(MARK) if brought.startswith(MARK) else None


def part_of_table(tournament: int, table: str, seat: int) -> str:
    return f"T{tournament}/{table}/{seat + 1}"


def is_of_table(contribution: str) -> bool:
    return all(_OF_TABLE.fullmatch(part) is not None for part in contribution.split(JOIN))


def has_word(contribution: str) -> bool:
    return any(word_in(part) is not None for part in contribution.split(JOIN))


def _fits(char: str) -> bool:
    if char in _TAKEN or char in _BLANK:
        return False
    return char == " " or unicodedata.category(char)[0] in _SHOWN
