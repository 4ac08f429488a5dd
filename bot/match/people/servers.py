"""What belongs to a server: whom it bars, how a row of rematches stands, its overviews."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from bot.match.holders import UserId
from bot.match.people.errors import Barred, CantTakePart
from bot.match.records import MatchId


@dataclass(frozen=True, slots=True)
class Bar:
    """Someone who may not play in a server."""

    user: UserId
    moderator: UserId
    """Who barred them."""
    at: int
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class ForgottenBar:
    """A bar that has outlasted its person's being forgotten: it no longer says whose it is."""

    moderator: UserId
    """Who barred them; 0 where that one was forgotten, too."""
    at: int
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a row of rematches stands."""

    matches: int
    """Those that have a result."""
    wins: tuple[tuple[UserId, int], ...]
    """For each person who took part, most wins first; a shared win is one for each."""

    def of(self, users: Iterable[UserId]) -> tuple[tuple[UserId, int], ...]:
        """The wins of these people, most first, none for who has not played."""
        wins = dict(self.wins)
        told = [(user, wins.get(user, 0)) for user in users]
        return tuple(sorted(told, key=lambda line: -line[1]))


@dataclass(frozen=True, slots=True)
class Overview:
    """The message in a channel that says whose turn it is."""

    channel: int
    guild: int
    message: int | None
    """None until it is posted, and after somebody has deleted it."""
    changes: int
    """How often something has changed that it should tell."""


class ServerStore(Protocol):
    """Where that is kept. Every write is one transaction, durable when it returns."""

    async def bar(self, guild: int, bar: Bar) -> bool:
        """Let someone not play in a server; False where they were barred before."""

    async def unbar(self, guild: int, user: UserId) -> bool:
        """Let someone play again, also who was forgotten; False where they were not barred."""

    async def barred(self, guild: int, users: Iterable[UserId]) -> tuple[UserId, ...]:
        """Those among these people who may not play in a server, in the same order.

        A bar holds as well when its person was forgotten and has come back.
        """

    async def bars(self, guild: int, most: int) -> tuple[Bar, ...]:
        """Those whom a server bars, by user id."""

    async def forgotten_bars(self, guild: int, most: int) -> tuple[ForgottenBar, ...]:
        """Its bars against people who were forgotten, the oldest first."""

    async def score(self, match: MatchId) -> Score:
        """How the row of rematches stands that leads to this match, it included."""

    async def untold(self) -> tuple[MatchId, ...]:
        """Matches whose host must be told that somebody declined, or that nobody came."""

    async def host_told(self, match: MatchId) -> int:
        """How many events of its history the host of a match has been told."""

    async def note_host_told(self, match: MatchId, events: int) -> None:
        """Note that the host has been told the first `events` events."""

    async def cards_due(self) -> tuple[MatchId, ...]:
        """Matches that are over and whose card in the channel does not tell all of that."""

    async def card_told(self, match: MatchId) -> int:
        """How many events of a match that is over its card tells."""

    async def note_card(self, match: MatchId, events: int) -> None:
        """Note that the card tells the first `events` events; never fewer than were noted."""

    async def set_overview(self, guild: int, channel: int) -> bool:
        """Want an overview in a channel; False where there is one."""

    async def drop_overview(self, channel: int) -> Overview | None:
        """Want it no more; gives what it was."""

    async def overview(self, channel: int) -> Overview | None:
        """The overview of a channel; None where none is wanted."""

    async def overviews_due(self, before: int) -> tuple[int, ...]:
        """Channels whose overview is behind, and was renewed at `before` at the latest."""

    async def claim_overview(self, channel: int, before: int, now: int) -> Overview | None:
        """Take the right to renew one of these; None where somebody else was faster."""

    async def note_overview(self, overview: Overview) -> bool:
        """Note what was shown: the message, and how many changes it tells; False where it is no
        longer wanted."""


async def admit(servers: ServerStore | None, guild: int, user: UserId, *others: UserId) -> None:
    """Whether someone may play with these others in a server; raises Barred or CantTakePart.

    Who is barred is told so, and nobody else is.
    """
    if servers is None:
        return
    barred = await servers.barred(guild, (user, *others))
    if user in barred:
        raise Barred
    if barred:
        raise CantTakePart(users=barred)
