"""A person's answers to puzzles, their ratings, and the results of a day."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bot.match.statistics.ratings import NEWCOMER, Rating, rate
from bot.match.values.days import Day
from bot.match.values.players import UserId

PuzzleKey = str
"""16 hex digits that follow from the position."""
MIDDLE, PER_UNIT = 1500, 60
"""The difficulty that a newcomer is expected to solve half of the time, and the difference that one
unit of the model makes.
"""
UNSURE = NEWCOMER.sigma / 2
"""Standard deviation of a new puzzle's rating: its difficulty is estimated, not unknown."""


class PuzzleResult(Enum):
    RIGHT = "right"
    SECOND = "second"
    """Right at the second try."""
    WRONG = "wrong"
    NEAR = "near"
    """The first try was a near miss, and the second is still open. Counts for nothing yet."""

    @property
    def solved(self) -> bool:
        return self in {PuzzleResult.RIGHT, PuzzleResult.SECOND}


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    puzzle: PuzzleKey
    day: Day | None
    """The day whose puzzle it was; None in practice."""
    first: str
    second: str | None
    result: PuzzleResult
    before: Rating
    """The person's rating before this answer, and after it."""
    after: Rating


@dataclass(frozen=True, slots=True)
class DayOfPuzzles:
    """Everyone's answers to the puzzle of a day, in one server or in the world."""

    puzzle: PuzzleKey
    answers: Counter[tuple[str, PuzzleResult]]
    """How many people there were for each first move and result."""
    results: Mapping[UserId, PuzzleResult]
    """Of the people whom the reader can see, in the order of their answers."""

    @property
    def answered(self) -> int:
        return self.answers.total()

    @property
    def solved(self) -> int:
        return sum(count for (_, result), count in self.answers.items() if result.solved)

    @property
    def mistake(self) -> str | None:
        """The most popular wrong move, or None without one."""
        mistakes = Counter[str]()
        for (first, result), count in self.answers.items():
            if result is not PuzzleResult.RIGHT:
                mistakes[first] += count
        return min(mistakes, key=lambda token: (-mistakes[token], token), default=None)


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A person's record in the puzzles of a game."""

    answered: int
    """At least 1."""
    solved: int
    ratings: tuple[Rating, ...]
    """After each answer, the oldest first."""
    since: int
    """When the first answer was given, and the last, in seconds since 1970."""
    until: int


def first_rating(difficulty: int) -> Rating:
    return Rating(NEWCOMER.mu + (difficulty - MIDDLE) / PER_UNIT, UNSURE)


def rated_answer(person: Rating, puzzle: Rating, result: PuzzleResult) -> tuple[Rating, Rating]:
    """Return the ratings of both after an answer, as if the person had played the puzzle.

    The second try is a draw, and an open one changes nothing.
    """
    match result:
        case PuzzleResult.RIGHT:
            places = (1, 2)
        case PuzzleResult.SECOND:
            places = (1, 1)
        case PuzzleResult.WRONG:
            places = (2, 1)
        case PuzzleResult.NEAR:
            return person, puzzle
    after_person, after_puzzle = rate((person, puzzle), places)
    return after_person, after_puzzle
