"""The stored form of tournaments."""

from dataclasses import dataclass, field

from bot.match.log.records import MatchId, Status
from bot.match.tournaments.events import TournamentEvent
from bot.match.tournaments.state import TournamentStatus
from bot.match.values.players import UserId

TournamentId = int
"""A tournament's number; people see `T12`."""


@dataclass(frozen=True, slots=True)
class NewTournament:
    guild: int
    channel: int
    created: int
    interaction: int
    """The interaction that asked for it; delivered again, it creates no second one."""
    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    id: TournamentId
    guild: int
    channel: int
    seed: bytes = field(repr=False)
    status: TournamentStatus
    name: str
    """Of the latest terms."""
    game: str
    events: int
    due: int | None
    """Time of the next automatic step, in seconds since 1970; None if only an event can
    cause one.
    """
    panel: int | None
    """The message that shows it; None until it is posted."""
    shown: int
    told: int
    """Number of events that need no further message."""
    ended: int = 0
    """Number of its matches that have ended; each end makes it due immediately."""
    former: int = 0
    """Number of rewrites of its events: each new former miner is one, and so is each entrant who
    leaves before the start.
    """


@dataclass(frozen=True, slots=True)
class StoredTournament:
    row: TournamentRow
    events: tuple[TournamentEvent, ...]


@dataclass(frozen=True, slots=True)
class TableMatch:
    table: str
    match: MatchId
    status: Status
    frozen: bool = False
    """Whether it can't be changed, because it does not replay."""


@dataclass(frozen=True, slots=True)
class Appended:
    """Events added to a tournament in one transaction, and the rows that follow from them."""

    tournament: TournamentId
    n: int
    """Number of events that it must have before."""
    former: int
    """Number of rewrites that it must have before."""
    events: tuple[TournamentEvent, ...]
    status: TournamentStatus
    name: str
    due: int | None
    people: tuple[UserId, ...]
    trophies: tuple["Trophy", ...] = ()
    replaces: int | None = None
    """Number of the first stored event that these events replace; None if they follow all
    of them.
    """


@dataclass(frozen=True, slots=True)
class Trophy:
    """A person's place at the end of a tournament, or of a season in a league's first group."""

    tournament: TournamentId
    stage: int
    """The season; 0 for a whole tournament."""
    user: UserId
    place: int
    of: int
    name: str
    """The tournament's name at that time."""
    game: str
    at: int
