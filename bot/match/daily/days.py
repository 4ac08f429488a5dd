"""Puzzles of the day: the fixed facts of a day, and the results of players."""

from dataclasses import dataclass, field

from bot.match.log.records import MatchId
from bot.match.values.days import Day
from bot.match.values.players import UserId
from engine.core.types import Entry


@dataclass(frozen=True, slots=True)
class DayGame:
    game: str
    day: Day
    rules: int
    """The rules version of the whole day, even if the bot learns a newer one at noon."""
    seed: bytes = field(repr=False)
    """Secret until the day is over."""
    opening: tuple[Entry, ...] = field(repr=False)


ComputerGame = tuple[int, tuple[Entry, ...]]
"""The points and the log of a game in which the computer continued from the opening of a day."""


@dataclass(frozen=True, slots=True)
class DayResult:
    user: UserId
    """Below 0 for a former miner."""
    match: MatchId
    points: int | None
    """The score. It is None while the match runs, and if a moderator ended it without a result."""


@dataclass(frozen=True, slots=True)
class DayRank:
    place: int
    """From 1; ties share a place."""
    of: int
    below: int
