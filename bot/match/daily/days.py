"""Puzzles of the day: the fixed facts of a day, and the results of players."""

from dataclasses import dataclass, field

from bot.match.log.records import MatchId
from bot.match.values.days import Day
from bot.match.values.players import UserId
from engine.core.types import Entry


@dataclass(frozen=True, slots=True)
class DayGame:
    """The facts of a game's day, fixed when a player first asks for it."""

    game: str
    day: Day
    rules: int
    """The rules version of the whole day, even if the bot learns a newer one at noon."""
    seed: bytes = field(repr=False)
    """Secret until the day is over."""
    opening: tuple[Entry, ...] = field(repr=False)
    """The first entries of every log of the day: the house's moves and their luck."""


@dataclass(frozen=True, slots=True)
class ComputerGame:
    """The computer's match of a day, from the same opening."""

    points: int
    log: tuple[Entry, ...] = field(repr=False)
    """The whole log, with the opening."""


@dataclass(frozen=True, slots=True)
class DayResult:
    """A person's match of a day."""

    user: UserId
    """Below 0 for a former miner."""
    match: MatchId
    points: int | None
    """None while the match runs, and if a moderator ended it without a result."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rank of a number of points among finished players."""

    place: int
    """From 1; ties share a place."""
    of: int
    """Number of finished players."""
    below: int
    """Number of finished players with a worse result."""
