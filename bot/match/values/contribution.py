"""What people bring to the dice of a match: the id of an interaction, or a word of their own.

The parts of a contribution are in seat order, joined by `+`. A part that begins with `=` is a word.
No id stands beside it, because the operator of the bot could choose that. In a match of a
tournament, which begins by itself, each part names tournament, table and seat.
"""

import re
import unicodedata

from bot.match.values.errors import BadWord

JOIN, MARK = "+", "="
LONGEST = 32
"""The most characters of a word."""
_TAKEN = frozenset("+=:`")
"""Characters with a meaning around words, which therefore can't be in one."""
_SHOWN = frozenset("LMNPS")
"""Unicode's categories of letters, marks, numbers, punctuation and symbols."""
_OF_TABLE = re.compile(r"T[0-9]+/[0-9.]+/[0-9]+")
_BLANK = frozenset("\u3164\u115f\u1160\uffa0\u2800")
"""Letters in name only: they look empty."""


def word_of(typed: str) -> str:
    """A word as it goes into the contribution; empty if nothing was typed.

    Letters are composed (NFC); spaces around it are removed, and several inside become one. Raises
    BadWord if it is too long or can't be shown on one line.
    """
    word = " ".join(part for part in unicodedata.normalize("NFC", typed).split(" ") if part)
    leans = bool(word) and unicodedata.category(word[0])[0] == "M"  # on what stands before it
    if leans or len(word) > LONGEST or not all(map(_fits, word)):
        raise BadWord(most=LONGEST)
    return word


def part(interaction: int, word: str) -> str:
    """The part of somebody who joins by this interaction, with a word or without one."""
    return MARK + word if word else str(interaction)


def word_in(brought: str) -> str | None:
    """The word in a part; None if it is an id."""
    return brought.removeprefix(MARK) if brought.startswith(MARK) else None


def part_of_table(tournament: int, table: str, seat: int) -> str:
    """The part of a seat, from 0, in a match of a tournament, such as ``T12/1.0.2.5/1``."""
    return f"T{tournament}/{table}/{seat + 1}"


def is_of_table(contribution: str) -> bool:
    """Whether it is that of a match of a tournament."""
    return all(_OF_TABLE.fullmatch(one) is not None for one in contribution.split(JOIN))


def has_word(contribution: str) -> bool:
    """Whether one of the parts is a word."""
    return any(word_in(one) is not None for one in contribution.split(JOIN))


def _fits(char: str) -> bool:
    if char in _TAKEN or char in _BLANK:
        return False
    return char == " " or unicodedata.category(char)[0] in _SHOWN
