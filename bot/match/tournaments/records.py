"""The stored form of tournaments."""

from dataclasses import dataclass, field

from bot.match.log.records import MatchId, Status
from bot.match.tournaments.state import TournamentStatus
from bot.match.values.players import UserId

TournamentId = int


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    guild: int
    channel: int
    host: UserId
    interaction: int
    """The interaction that asks for it. Discord can deliver it twice, but it creates one
    tournament.
    """
    forum: int | None = None
    """The forum of its matches, or None for threads in `channel`."""


@dataclass(frozen=True, slots=True)
class TournamentRow:
    id: TournamentId
    guild: int
    channel: int
    seed: bytes = field(repr=False)
    status: TournamentStatus
    name: str
    game: str
    events: int
    due: int | None
    """Next automatic step, in seconds since 1970; None while only a person can cause one."""
    panel: int | None
    """The tournament's public message; None until it is posted. Derived, and not stored."""
    told: int
    """Number of events that need no further message. Derived, and not stored."""
    ended: int = 0
    number: int = 1
    """Counts the tournaments of its server, from 1. People read this number; everything else uses
    `id`, which counts those of all servers.
    """
    former: int = 0
    """Number of people who were replaced in its events because they were forgotten."""
    forum: int | None = None
    """See TournamentRequest."""


@dataclass(frozen=True, slots=True)
class TableMatch:
    table: str
    match: MatchId
    status: Status
    frozen: bool = False


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
    game: str
    at: int
    number: int = 1
    """The tournament's number in its server; derived, and not stored."""
