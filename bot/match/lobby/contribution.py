"""What people bring to the dice of a match: the id of an interaction, or a word of their own.

The parts of a contribution stand in seat order, joined by ``+``. A part that begins with ``=`` is
a word. It stands there alone, as an id beside it could be chosen by whoever runs the bot.
"""

import unicodedata

from bot.match.lobby.errors import BadWord

JOIN, MARK = "+", "="
LONGEST = 32
"""Characters of a word."""
_TAKEN = frozenset("+=:`")
"""Characters that mean something beside a word: between parts, before and after it, around it."""
_SHOWN = frozenset("LMNPS")
"""What Unicode calls letters, marks, numbers, punctuation and symbols."""
_BLANK = frozenset("\u3164\u115f\u1160\uffa0\u2800")
"""Letters in name only: they leave an empty place."""


def word_of(typed: str) -> str:
    """A word as it goes into the contribution; empty where nothing was typed.

    Letters are composed (NFC), and blanks around it are left out and become one inside. All else
    stays as it was typed; raises BadWord where that is too long or can't be shown on one line.
    """
    word = " ".join(part for part in unicodedata.normalize("NFC", typed).split(" ") if part)
    leans = bool(word) and unicodedata.category(word[0])[0] == "M"  # on what stands before it
    if leans or len(word) > LONGEST or not all(map(_fits, word)):
        raise BadWord(most=LONGEST)
    return word


def part(interaction: int, word: str) -> str:
    """What somebody brings who joins by this interaction, with a word or without one."""
    return MARK + word if word else str(interaction)


def word_in(brought: str) -> str | None:
    """The word in a part; None where there is none."""
    return brought.removeprefix(MARK) if brought.startswith(MARK) else None


def has_word(contribution: str) -> bool:
    """Whether one of the parts is a word."""
    return any(word_in(one) is not None for one in contribution.split(JOIN))


def _fits(char: str) -> bool:
    if char in _TAKEN or char in _BLANK:
        return False
    return char == " " or unicodedata.category(char)[0] in _SHOWN
