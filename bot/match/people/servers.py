"""Settings of servers and users; whom a server bars, its overviews, the scores of rematches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.match.log.records import MatchId
from bot.match.people.errors import Barred, CantTakePart
from bot.match.values.players import UserId


class SettingsStore(Protocol):
    """Stores settings; a value of None removes one."""

    async def guild_settings(self, guild: int) -> Mapping[str, str]:
        """What a server has set, by name."""

    async def set_guild_settings(self, guild: int, values: Mapping[str, str | None]) -> None:
        """Set some things for a server, all or none."""

    async def add_guild_setting(self, guild: int, name: str, value: str) -> bool:
        """Set something for a server that has not set it yet; False if it has."""

    async def user_settings(self, user: UserId) -> Mapping[str, str]:
        """What a user has set, by name."""

    async def set_user_settings(self, user: UserId, values: Mapping[str, str | None]) -> None:
        """Set some things for a user, all or none."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Somebody who may not play in a server."""

    user: UserId
    moderator: UserId
    """Who barred them."""
    at: int
    """When, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class ForgottenBar:
    """A bar whose person was forgotten: it no longer says whose it is."""

    moderator: UserId
    """Who barred them; 0 if that one was forgotten, too."""
    at: int
    """When, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a series of rematches."""

    matches: int
    """How many of them have a result."""
    wins: tuple[tuple[UserId, int], ...]
    """For each person who took part, most wins first; a shared win is one for each."""

    def of(self, users: Iterable[UserId]) -> tuple[tuple[UserId, int], ...]:
        """The wins of these people, most first; 0 for somebody who took no part."""
        wins = dict(self.wins)
        found = [(user, wins.get(user, 0)) for user in users]
        return tuple(sorted(found, key=lambda line: -line[1]))


@dataclass(frozen=True, slots=True)
class Overview:
    """The message in a channel that says whose turn it is."""

    channel: int
    guild: int
    message: int | None
    """None until it is posted, and after somebody has deleted it."""
    changes: int
    """How often something has changed that it should show."""


@dataclass(frozen=True, slots=True)
class Card:
    """How far the message of an invitation is up to date.

    Each transaction that changes what it shows counts: events, the place of the match, forgotten
    people, the terms of its tournament.
    """

    changes: int
    """How many changes there have been."""
    told: int
    """How many of them the message shows."""


@dataclass(frozen=True, slots=True)
class StandingMessage:
    """A message that has to be there, and is posted again if somebody deletes it."""

    place: int
    """The channel or thread."""
    message: int


class ServerStore(Protocol):
    """Where that is stored. Each write is one transaction, on disk when it returns."""

    async def bar(self, guild: int, bar: Bar) -> bool:
        """Bar somebody from playing in a server; False if they were barred before."""

    async def unbar(self, guild: int, user: UserId) -> bool:
        """Lift somebody's bar, forgotten or not; False if they were not barred."""

    async def barred(self, guild: int, users: Iterable[UserId]) -> tuple[UserId, ...]:
        """Those among these people who may not play in a server, in the same order.

        A bar still holds if its person was forgotten and has come back.
        """

    async def bars(self, guild: int, most: int) -> tuple[Bar, ...]:
        """Up to `most` bars of a server, ordered by user id."""

    async def forgotten_bars(self, guild: int, most: int) -> tuple[ForgottenBar, ...]:
        """Up to `most` bars of a server against people who were forgotten, the oldest first."""

    async def score(self, match: MatchId) -> Score:
        """The score of the series of rematches that ends with this match."""

    async def untold(self) -> tuple[MatchId, ...]:
        """Matches whose host must be told that somebody declined, or that nobody came."""

    async def host_told(self, match: MatchId) -> int:
        """How many events of a match its host has been told."""

    async def note_host_told(self, match: MatchId, events: int) -> None:
        """Note that the host has been told the first `events` events."""

    async def cards_due(self) -> tuple[MatchId, ...]:
        """Return matches whose card, the message of their invitation, is out of date."""

    async def card(self, match: MatchId) -> Card:
        """Return how far the card of a match is up to date."""

    async def note_card(self, match: MatchId, told: int) -> None:
        """Note how many changes the card shows after the latest edit.

        That may be fewer than before: an edit that was slow has put an older state back.
        """

    async def standing_messages(self, guild: int) -> tuple[StandingMessage, ...]:
        """Return the messages of a server that have to be there.

        These are the boards of running matches, open notices, the panels of tournaments that are
        not over, and overviews.
        """

    async def lose_overview(self, guild: int, message: int) -> None:
        """Note that a message of a server was deleted: if it was an overview, that is due again."""

    async def renew_overviews(self, guild: int) -> None:
        """Note that the overviews of a server are due: what they can name has changed."""

    async def set_overview(self, guild: int, channel: int) -> bool:
        """Want an overview in a channel; False if there is one."""

    async def drop_overview(self, channel: int) -> Overview | None:
        """Stop wanting the overview of a channel; gives what it was."""

    async def overview(self, channel: int) -> Overview | None:
        """The overview of a channel; None if none is wanted."""

    async def overviews_due(self, before: int) -> tuple[int, ...]:
        """Channels whose overview is out of date and was last edited at `before` or earlier."""

    async def claim_overview(self, channel: int, before: int, now: int) -> Overview | None:
        """Claim the right to edit one of these; None if another process was faster."""

    async def note_overview(self, overview: Overview) -> bool:
        """Note the message of an overview and how many changes it shows; False if not wanted."""


async def admit(servers: ServerStore | None, guild: int, user: UserId, *others: UserId) -> None:
    """Raises Barred or CantTakePart unless a user may play with these others in a server.

    Only those who are barred are told so.
    """
    if servers is None:
        return
    barred = await servers.barred(guild, (user, *others))
    if user in barred:
        raise Barred
    if barred:
        raise CantTakePart(users=barred)
