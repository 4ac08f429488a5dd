"""The stored parts of a match: its row, its log and its history, as frozen values."""

from dataclasses import dataclass, field
from enum import Enum

from bot.match.log.events import MatchEvent
from bot.match.values.days import end_of
from bot.match.values.errors import SecretUntilDayEnds
from bot.match.values.times import Pace
from engine.core.types import Entry

MatchId = int


@dataclass(frozen=True, slots=True)
class TournamentTable:
    tournament: int
    table: str


class Status(Enum):
    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called off"
    """The match never began: its host cancelled it, all invited players declined, or it expired."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    entry: Entry
    digest: str
    at: int


@dataclass(frozen=True, slots=True)
class NewMatch:
    game: str
    rules: int
    seats: int
    seed: bytes = field(repr=False)
    guild: int
    channel: int
    created: int
    expires: int | None
    interaction: int | None = None
    """The interaction that created the match. Discord can deliver it twice, but it creates one
    match.
    """
    follows: MatchId | None = None
    pace: Pace = Pace.NONE
    day: str | None = None
    opening: int = 0
    archive: bool = False
    table: TournamentTable | None = None
    private: bool = False
    """See Record. A match of a day is private in any case."""
    forum: int | None = None
    """See Record."""


@dataclass(frozen=True, slots=True)
class Record:
    id: MatchId
    game: str
    rules: int
    seats: int
    """The largest number of players. Only those who have joined by the start get a seat."""
    seed: bytes = field(repr=False)
    guild: int
    channel: int
    created: int
    expires: int | None
    """The end of the invitation, in seconds since 1970, if it expires."""
    place: int | None
    invitation: int | None
    pace: Pace = Pace.NONE
    former: int = 0
    """Number of former miners in the match: placeholders for forgotten people."""
    generation: int = 0
    """The database's generation in which a restore brought back the running match; 0 without a
    restore. Messages from earlier generations no longer count.
    """
    day: str | None = None
    """The day whose puzzle it is, as ``2026-11-21`` in UTC. Such a match is private."""
    opening: int = 0
    """Entries at the beginning of the log that the house played."""
    archive: bool = False
    """Whether the day was over before the match began. Then it counts for nothing and never ends
    automatically.
    """
    table: TournamentTable | None = None
    private: bool = False
    """Whether the match is played in private messages of its only player, without board, card,
    thread and pings. `place` is then the channel where the player has shared something of it.
    """
    forum: int | None = None
    """The forum in which the match gets a post. Its first message is the invitation, so the post
    has the id `invitation`. `channel` is where the match was started; it continues there if it
    can't have a post or loses it.
    """

    @property
    def is_post(self) -> bool:
        return self.forum is not None and self.invitation is not None

    @property
    def home(self) -> int:
        """The channel or post that contains the invitation."""
        return self.invitation if self.is_post and self.invitation is not None else self.channel

    @property
    def room(self) -> int:
        """The channel or forum whose readers can read the invitation, also before it is posted."""
        return self.channel if self.forum is None else self.forum

    @property
    def day_ends(self) -> int | None:
        """When the day ends the match, in seconds since 1970, or None."""
        return None if self.day is None or self.archive else end_of(self.day)


@dataclass(frozen=True, slots=True)
class Stored:
    record: Record
    events: tuple[MatchEvent, ...]
    log: tuple[LogEntry, ...]
    seq: int
    n: int
    status: str


@dataclass(frozen=True, slots=True)
class Head:
    """The changeable part of a match: enough to recognise an outdated copy."""

    seq: int
    events: int
    place: int | None
    invitation: int | None
    frozen: bool = False
    """True if the log did not replay: no change is allowed."""
    ended: Status | None = None
    """OVER or CALLED_OFF if a moderator has ended the frozen match."""
    former: int = 0
    generation: int = 0
    """See Record. The log of another generation can have the same length and other moves."""
    forum: int | None = None


@dataclass(frozen=True, slots=True)
class Press:
    interaction: int
    match: MatchId
    first: int
    count: int


def secret_until(record: Record, now: int) -> int | None:
    """Return when a match of a day stops being secret, in seconds since 1970, or None.

    All players get the same dice on a day, so until then not even a match's own player gets its
    file, its seed or its luck.
    """
    if record.day is None or now >= (end := end_of(record.day)):
        return None
    return end


def check_revealed(record: Record, now: int) -> None:
    until = secret_until(record, now)
    if until is not None:
        raise SecretUntilDayEnds(until=until)
