"""The port to the database: matches, boards and settings, and the changes that it stores."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.match.log.events import MatchEvent
from bot.match.log.records import Head, LogEntry, MatchId, NewMatch, Press, Record, Status, Stored
from bot.match.people.servers import SettingsStore
from bot.match.statistics.result import Result
from bot.match.timing.deadlines import Deadline
from bot.match.timing.reminding import ReminderSchedule
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.values.caps import CapCheck, Caps
from bot.match.values.players import UserId
from engine.core import driver


@dataclass(frozen=True, slots=True)
class Decision:
    """What is added to a match: entries of the log, match events, and the press they answer."""

    advances: Sequence[driver.Advance[Any]] = ()
    """The entries, each with the Position it leads to."""
    events: Sequence[MatchEvent] = ()
    press: Press | None = None
    """The press that owns the entries; None if the bot made them."""
    cap_check: CapCheck | None = None
    """Whose running matches are counted first."""


@dataclass(frozen=True, slots=True)
class Change:
    """One transaction on a match: entries and events, and the rows that follow from them."""

    match: MatchId
    seq: int
    """How many entries the log must have before."""
    n: int
    """How many events the history must have before."""
    entries: tuple[LogEntry, ...] = ()
    events: tuple[MatchEvent, ...] = ()
    press: Press | None = None
    status: Status = Status.RUNNING
    """The status after it."""
    holders: tuple[UserId, ...] = ()
    """The people in the match after it."""
    to_act: tuple[UserId, ...] = ()
    """The people for whom the match waits after it."""
    computer_due: bool = False
    """Whether a computer is to act next."""
    unplanned: tuple[UserId, ...] = ()
    """People whose plan ends with it."""
    cap_check: CapCheck | None = None
    notices: tuple[int, ...] = ()
    """The numbers of those events that get a notice."""
    deadlines: tuple[Deadline, ...] | None = None
    """The match's deadlines from now on; None leaves them as they are."""
    reminders: tuple[ReminderSchedule, ...] | None = None
    """Who may be reminded from now on; None leaves that as it is."""
    ended: int | None = None
    """When the match ended, in seconds since 1970; None unless this change ends it."""
    took_part: tuple[UserId, ...] = ()
    """Everybody who held a seat; only when the match ends."""
    results: tuple[Result, ...] = ()
    """What they take from it; only when the match ends and counts."""
    day_points: int | None = None
    """What a match of a day counts for; only when it ends and counts."""
    forgotten: int = 0
    """How many of its people must have been forgotten before: the change may name another one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How far Discord shows a match: a projection of the log, never the truth."""

    seq: int
    """How many entries of the log the board shows; -1 before the first board."""
    base: int
    """The first entry that it tells about."""
    rounds: int
    """How many score sheets have been posted."""
    events: int
    """How many match events it shows."""
    message: int | None
    """The current board; None before the first."""
    place: int | None
    """The channel or thread of the current board."""
    stale: int | None = None
    """The board before it, until its picture and buttons are removed."""
    stale_place: int | None = None
    """The channel or thread of that one."""
    called: int = 0
    """How many entries a board showed when one last pinged somebody."""


class BoardStore(Protocol):
    """Stores how far matches are shown, and who may post their boards."""

    async def lease(self, match: MatchId, owner: str, now: int, until: int) -> bool:
        """Take the lease on a match's board; return False if another process holds it.

        It ends at `until`, in seconds since 1970. Its owner may take it again to prolong it. A
        lease that ends much later was taken before the clock was put back, and counts no more.
        """

    async def abandoned(self, match: MatchId, owner: str) -> bool:
        """Whether somebody else took the lease and never released it."""

    async def release(self, match: MatchId, owner: str) -> None:
        """Release the lease, unless somebody else holds it by now."""

    async def shown(self, match: MatchId) -> Shown:
        """How far Discord shows a match."""

    async def show(
        self, match: MatchId, shown: Shown, owner: str, alerts: Sequence[TurnAlert] = ()
    ) -> bool:
        """Note how far Discord shows a match, and whom that alerts, if `owner` has the lease.

        False if it has not; then nothing is noted.
        """

    async def of_board(self, message: int) -> MatchId | None:
        """The running match whose current board this message is; None if it is no board."""

    async def unshown(self) -> tuple[MatchId, ...]:
        """Matches that have begun and are not shown completely; no frozen ones."""

    async def set_place(self, match: MatchId, place: int) -> None:
        """Note in which thread or channel a match is played."""

    async def set_invitation(self, match: MatchId, message: int, told: int | None = None) -> None:
        """Note the message of the invitation, and how many changes of its card it shows.

        None: that is not known, so the card counts as out of date.
        """

    async def first_id(self, generation: int, seen: int | None = None) -> int | None:
        """The smallest id that Discord is known to have given since a restore; None: none yet.

        `seen` is another id that it has given since then.
        """

    async def newest_generation(self) -> int:
        """The generation of the database; 0 if it was never restored from a copy."""


class LeftPlaces(Protocol):
    """The places that matches have moved away from, until no board with buttons is left there.

    `BoardStore.set_place` adds them. Every method may raise StoreTrouble.
    """

    async def due(self) -> tuple[MatchId, ...]:
        """Matches that have left places, the place of their current board not counted."""

    async def of_match(self, match: MatchId) -> tuple[int, ...]:
        """The places that a match has left, without the place of its current board."""

    async def tidied(self, match: MatchId, place: int) -> None:
        """Forget a place: no button of the match is left there."""


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
        """The press that made an entry of a match; None if the bot made it."""

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
