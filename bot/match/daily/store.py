"""The ports for puzzles of the day, and for servers that have a table posted each morning."""

from dataclasses import dataclass, field
from typing import Protocol

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


class DayStore(Protocol):
    """Stores days. Matches of a day and their points are written with the matches themselves.

    A person's server is each in which they have asked for the day. Where one may be named, None
    stands for the whole world.
    """

    async def day(self, game: str, day: Day) -> DayGame | None:
        """What is fixed of a day; None if nobody has asked for it."""

    async def make(self, new: DayGame) -> DayGame:
        """Fix a day, unless it is fixed already; gives what holds."""

    async def match_of(self, game: str, day: Day, user: UserId) -> MatchId | None:
        """Somebody's match of a day, begun or just made; None if they have none."""

    async def opened_in(self, game: str, day: Day, user: UserId, guild: int) -> None:
        """Note that somebody has asked for a day in a server."""

    async def has_asked(self, game: str, day: Day, user: UserId, guild: int) -> bool:
        """Whether somebody has asked for a day in a server."""

    async def was_forgotten(self, game: str, day: Day, user: UserId) -> bool:
        """Whether somebody played a day before they were forgotten; known until a later day."""

    async def running(self, game: str, day: Day) -> tuple[MatchId, ...]:
        """Matches of a day that are not over."""

    async def results(
        self, game: str, day: Day, guild: int | None, *, most: int, fewest: bool = False
    ) -> tuple[DayResult, ...]:
        """Up to `most` of those who are done, the best first."""

    async def result(self, game: str, day: Day, guild: int, user: UserId) -> DayResult | None:
        """Somebody's result of a day in a server; None if they have none there."""

    async def standing(
        self, game: str, day: Day, guild: int | None, points: int, *, fewest: bool = False
    ) -> Standing:
        """Where so many points stand on a day."""

    async def computer(self, game: str, day: Day) -> ComputerGame | None:
        """How the computer would have played it; None until that was worked out."""

    async def keep_computer(self, game: str, day: Day, played: ComputerGame) -> None:
        """Keep that."""


@dataclass(frozen=True, slots=True)
class Morning:
    """Where a server has its table posted."""

    guild: int
    channel: int
    told: Day
    """The latest day that was told, or that need not be told."""


class MorningStore(Protocol):
    """Stores that. Each write is one transaction, on disk when it returns."""

    async def morning(self, guild: int) -> Morning | None:
        """Where a server has it; None if it has none."""

    async def put_morning(self, new: Morning) -> Morning:
        """Post it in this channel from now on; gives what holds.

        `told` counts only where the server had none before.
        """

    async def drop_morning(self, guild: int) -> None:
        """Post none any more."""

    async def mornings_due(self, day: Day, now: int, pause: int) -> tuple[int, ...]:
        """Servers that have not been told of a day, and were not tried in the last `pause` seconds.

        Those that are furthest behind come first.
        """

    async def claim_morning(self, guild: int, day: Day, now: int, pause: int) -> Morning | None:
        """Claim the right to tell one of these; None if another process was faster."""

    async def note_morning(self, told: Morning, day: Day) -> None:
        """Note that a server was told of a day, or that it need not be."""
