"""Puzzles of the day: what is fixed of a day, and what people reach."""

from dataclasses import dataclass, field

from bot.match.log.records import MatchId
from bot.match.values.days import Day
from bot.match.values.players import UserId
from engine.core.types import Entry


@dataclass(frozen=True, slots=True)
class DayGame:
    """What is fixed of a game on one day, as soon as anybody asks for it."""

    game: str
    day: Day
    rules: int
    """Everybody plays by this version of the rules, even if the bot learns a newer one at noon."""
    seed: bytes = field(repr=False)
    """Secret until the day is over."""
    opening: tuple[Entry, ...] = field(repr=False)
    """What the house plays first, with luck: the first entries of everybody's log."""


@dataclass(frozen=True, slots=True)
class ComputerGame:
    """How the computer would have played a day, from the same opening."""

    points: int
    log: tuple[Entry, ...] = field(repr=False)
    """The whole log, with the opening."""


@dataclass(frozen=True, slots=True)
class DayResult:
    """One person's match of a day."""

    user: UserId
    """Below 0 for a former miner."""
    match: MatchId
    points: int | None
    """None while it goes on, and for one that a moderator ended without a result."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a number of points stands among those who are done."""

    place: int
    """From 1; those who tie share it."""
    of: int
    """How many are done."""
    below: int
    """How many of those did worse."""
