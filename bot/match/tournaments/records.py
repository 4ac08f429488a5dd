"""What is stored of tournaments."""

from dataclasses import dataclass, field

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
