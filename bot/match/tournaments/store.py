"""Where tournaments are stored."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.match.log.records import MatchId, Status
from bot.match.tournaments.events import TournamentEvent
from bot.match.tournaments.state import TournamentStatus
from bot.match.values.players import UserId

TournamentId = int
"""A tournament's number, which people see as `T12`."""


@dataclass(frozen=True, slots=True)
class NewTournament:
    """What is fixed when a tournament is made."""

    guild: int
    channel: int
    """Where it is announced, and where its matches are played."""
    created: int
    interaction: int
    """The interaction that asked for it: it makes one tournament, however often it comes."""
    seed: bytes = field(repr=False)
    """Secret until it starts."""


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """What is stored of a tournament beside its events."""

    id: TournamentId
    guild: int
    channel: int
    seed: bytes = field(repr=False)
    status: TournamentStatus
    name: str
    """As in its latest terms."""
    game: str
    events: int
    """How many events it has."""
    due: int | None
    """When something happens by itself, in seconds since 1970; None: only by an event."""
    panel: int | None
    """The message that shows it; None until it is posted."""
    shown: int
    """How many events the panel shows."""
    told: int
    """Of how many events it is known that they were told, if they have a message of their own."""
    ended: int = 0
    """How many of its matches have ended: each end makes it due at once."""
    forgotten: int = 0
    """How often its events were rewritten: whenever one of its people was forgotten, and when
    somebody who had joined left before the start."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """Everything that is stored of a tournament."""

    row: TournamentRow
    events: tuple[TournamentEvent, ...]


@dataclass(frozen=True, slots=True)
class TableMatch:
    """The match of a table."""

    table: str
    """A TableId."""
    match: MatchId
    status: Status
    frozen: bool = False
    """Whether nothing can be done to it, because it does not replay."""


@dataclass(frozen=True, slots=True)
class Appended:
    """Events that are added to a tournament in one transaction, and the rows that follow."""

    tournament: TournamentId
    n: int
    """How many events it must have before."""
    forgotten: int
    """How often its events must have been rewritten before."""
    events: tuple[TournamentEvent, ...]
    status: TournamentStatus
    """The status after it."""
    name: str
    due: int | None
    """When to look at it again."""
    people: tuple[UserId, ...]
    """Everybody who takes part or waits for a place, after it."""
    trophies: tuple["Trophy", ...] = ()
    """What people have won by it."""
    replaces: int | None = None
    """From which number on the events replace those that are stored; None: they follow them."""


@dataclass(frozen=True, slots=True)
class Trophy:
    """Somebody's place at the end of a tournament, or of a season in a league's first group."""

    tournament: TournamentId
    stage: int
    """The season; 0 for a whole tournament."""
    user: UserId
    place: int
    """1 to 3."""
    of: int
    """How many took part."""
    name: str
    """Of the tournament, as it was then."""
    game: str
    at: int
    """In seconds since 1970."""


class TournamentStore(Protocol):
    """Stores tournaments. Each write is one transaction, on disk when it returns."""

    async def create(self, new: NewTournament, event: TournamentEvent) -> TournamentRow:
        """Store a new tournament with its first event, due at once.

        The interaction delivered again gives the row of the one that it has made.
        """

    async def made_by(self, interaction: int) -> TournamentRow | None:
        """The tournament that an interaction has made; None if it has made none."""

    async def load(self, tournament: TournamentId, since: int = 0) -> StoredTournament | None:
        """Return its row and its events from number `since` on, read at one moment; None if there
        is no such tournament."""

    async def row(self, tournament: TournamentId) -> TournamentRow | None:
        """Return its row; None if there is no such tournament."""

    async def append(self, appended: Appended) -> None:
        """Add events; raises Conflict if it has others than it was decided on.

        What is due at once stays so, as a match may have ended since: only `put_off` ends that.
        """

    async def matches(
        self, tournament: TournamentId, tables: Sequence[str] | None = None
    ) -> tuple[TableMatch, ...]:
        """Return the matches that these of its tables have so far; None: all of its tables."""

    async def running(self, guild: int, user: UserId) -> int:
        """Return in how many running matches of a server somebody is, as its limit counts them."""

    async def due(self, now: int, most: int) -> tuple[tuple[TournamentId, int], ...]:
        """Tournaments in which something is due, each with its server, the earliest first.

        A tournament is due when one of its matches has ended or was called off, and when one of
        its people was forgotten, too.
        """

    async def put_off(self, row: TournamentRow, due: int | None) -> None:
        """Note when to look at it again, if nothing has happened since the row was read: no event,
        no end of a match, and nobody was forgotten."""

    async def unshown(self, now: int) -> tuple[tuple[TournamentId, int], ...]:
        """Tournaments, each with its server, whose panel does not show all their events or whose
        events are not all told."""

    async def note_panel(self, tournament: TournamentId, message: int | None, shown: int) -> None:
        """Note the message of the panel, and how many events it shows."""

    async def note_told(self, tournament: TournamentId, told: int) -> None:
        """Note that the first `told` events need no further message, or more if that was known."""

    async def of_guild(
        self, guild: int, statuses: Sequence[TournamentStatus], most: int
    ) -> tuple[TournamentRow, ...]:
        """Up to `most` tournaments of a server with one of these statuses, the newest first."""

    async def of_user(self, guild: int, user: UserId) -> tuple[TournamentRow, ...]:
        """The open and running tournaments of a server in which somebody takes part."""

    async def trophies(self, guild: int, user: UserId, most: int) -> tuple[Trophy, ...]:
        """Up to `most` of what somebody has won in a server, the latest first."""
