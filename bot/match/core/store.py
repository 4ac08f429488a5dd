"""The port to the database: matches, boards and settings."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from bot.match.core.boards import BoardStore
from bot.match.core.change import Change
from bot.match.log.events import MatchEvent
from bot.match.log.records import Head, MatchId, NewMatch, Press, Record, Stored
from bot.match.people.settings import SettingsStore
from bot.match.values.caps import Caps
from bot.match.values.holders import UserId


class MatchStore(Protocol):
    """Stores matches and lists them; the lists leave frozen matches out, except `after`."""

    async def create(
        self,
        new: NewMatch,
        events: Sequence[MatchEvent],
        caps: Caps | None = None,
        asked: Change | None = None,
    ) -> Record:
        """Store a new match with its first events; raises CapReached.

        An interaction makes one match: delivered again, it gives the Record of that one. A person
        has one match of a game and day, and a table of a tournament has one: asked again, it
        gives the Record of that one. `asked` is committed in the same transaction, with the new
        match's number as the detail of its last event; if it can't be, this raises Conflict and
        makes no match.
        """

    async def opened(self, interaction: int) -> Record | None:
        """The match that this interaction made; None if it made none."""

    async def load(self, match: MatchId) -> Stored | None:
        """Everything that is stored of a match; None if there is no such match."""

    async def head(self, match: MatchId) -> Head | None:
        """How far a match has come and where it is shown; None if there is no such match."""

    async def press(self, interaction: int) -> Press | None:
        """What an interaction did; None if it never counted."""

    async def press_of(self, match: MatchId, seq: int) -> Press | None:
        """The press that made an entry of a match; None if nobody pressed for it."""

    async def commit(self, change: Change) -> None:
        """Append to a match.

        Raises Conflict, PressedBefore or CapReached, and then changes nothing.
        """

    async def freeze(self, match: MatchId, *, frozen: bool) -> None:
        """Note that nothing may be done to a match, or that it may again."""

    async def after(self, match: MatchId, most: int) -> tuple[MatchId, ...]:
        """Up to `most` of the next matches by number, of any status, frozen ones included."""

    async def computers_due(self) -> tuple[MatchId, ...]:
        """Running matches in which a computer is to act."""

    async def unposted_invitations(self, now: int) -> tuple[MatchId, ...]:
        """Open invitations that were made some seconds ago and whose message is not known."""

    async def unposted_tables(self) -> tuple[MatchId, ...]:
        """Matches of tournaments that have begun and whose card is not known, by number."""

    async def expired_invitations(self, now: int) -> tuple[MatchId, ...]:
        """Open invitations whose time is over."""

    async def guilds(self, matches: Collection[MatchId]) -> Mapping[MatchId, int]:
        """The servers of these matches; matches that do not exist are left out."""

    async def channels(self, guild: int) -> Sequence[int]:
        """The channels of a server's running matches, one for each match."""

    async def of_user(self, guild: int, user: UserId) -> tuple[MatchId, ...]:
        """A user's open and running matches in a server, newest first; none of a day."""

    async def of_place(self, place: int) -> tuple[MatchId, ...]:
        """The running matches of a thread or channel, newest first."""

    async def of_guild(self, guild: int) -> tuple[MatchId, ...]:
        """The running matches of a server, newest first; none of a day."""


class Store(MatchStore, BoardStore, SettingsStore, Protocol):
    """All of it. Each write is one transaction, on disk when it returns; may raise StoreTrouble."""
