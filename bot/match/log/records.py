"""What is stored of a match: its row, its log and its history, as frozen values."""

from dataclasses import dataclass, field
from enum import Enum

from bot.match.log.events import MatchEvent
from bot.match.values.days import end_of
from bot.match.values.errors import SecretUntilDayEnds
from bot.match.values.times import Pace
from engine.core.types import Entry

MatchId = int
"""A match's number, which people see as `#12`."""


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """At which table of which tournament a match is played."""

    tournament: int
    table: str
    """A TableId as text."""


class Status(Enum):
    """The status of a whole match."""

    OPEN = "open"
    """People are being invited."""
    RUNNING = "running"
    OVER = "over"
    """It began and has ended, by its rules or before."""
    CALLED_OFF = "called off"
    """It never began: it was cancelled, declined by everybody, or it expired."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An Entry as it is stored."""

    entry: Entry
    digest: str
    """The digest of the State after it."""
    at: int
    """When it was made, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What is fixed when a match is made; fields as in Record."""

    game: str
    rules: int
    seats: int
    seed: bytes = field(repr=False)
    guild: int
    channel: int
    created: int
    expires: int | None
    interaction: int | None = None
    """The interaction that asked for it: it makes one match, however often it is delivered."""
    follows: MatchId | None = None
    """The match whose rematch it is."""
    pace: Pace = Pace.NONE
    day: str | None = None
    table: TournamentTable | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The row of a match: what is fixed, and where Discord shows it."""

    id: MatchId
    game: str
    """The name of its Game."""
    rules: int
    """The version of its rules."""
    seats: int
    """How many people may join. Those who have joined when it starts get a seat."""
    seed: bytes = field(repr=False)
    guild: int
    channel: int
    """The channel of the invitation."""
    created: int
    """In seconds since 1970."""
    expires: int | None
    """When the invitation ends, in seconds since 1970; None: never."""
    place: int | None
    """The thread or channel in which it is played; None before the start."""
    invitation: int | None
    """The message of the invitation; None until it is posted."""
    pace: Pace = Pace.NONE
    forgotten: int = 0
    """How many of its people have been forgotten so far."""
    generation: int = 0
    """The generation of the database in which a restore brought it back while it was running: its
    messages from before that no longer count. 0 if that never happened."""
    day: str | None = None
    """The day whose puzzle it is, as ``2026-11-21`` in UTC; None: it is of no day. Such a match is
    played in private and has no board."""
    table: TournamentTable | None = None
    """At which table of a tournament it is played; None: at none. A table has one match."""


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything that is stored of one match."""

    record: Record
    events: tuple[MatchEvent, ...]
    log: tuple[LogEntry, ...]
    seq: int
    """How many entries the log must have."""
    n: int
    """How many events the history must have."""
    status: str
    """The status that must follow from the history."""


@dataclass(frozen=True, slots=True)
class Head:
    """The part of a match that changes: enough to tell whether a copy of it is out of date."""

    seq: int
    """How many entries the log has."""
    events: int
    """How many events the history has."""
    place: int | None
    """As in Record."""
    invitation: int | None
    """As in Record."""
    frozen: bool = False
    """Whether nothing may be done to it, because its log did not replay."""
    forgotten: int = 0
    """As in Record."""


@dataclass(frozen=True, slots=True)
class Press:
    """An accepted press, and the entries that it made."""

    interaction: int
    match: MatchId
    first: int
    """The number of its first entry."""
    count: int
    """How many entries it made, luck included."""


def secret_until(record: Record, now: int) -> int | None:
    """Return until when a match is secret to other people, in seconds since 1970; None if it isn't.

    All players get the same dice on a day, so one player's match would reveal the rolls of others.
    Until then not even its player gets its file, its seed or its luck.
    """
    if record.day is None or now >= (end := end_of(record.day)):
        return None
    return end


def check_revealed(record: Record, now: int) -> None:
    """Raises SecretUntilDayEnds while the match keeps its secrets."""
    until = secret_until(record, now)
    if until is not None:
        raise SecretUntilDayEnds(until=until)
