"""The values of matches beyond the rules: records, events, presses. All frozen."""

from dataclasses import dataclass, field
from enum import Enum

from bot.match.events import MatchEvent
from bot.match.holders import UserId
from bot.match.statistics.match_stats import NO_STATS, MatchStats
from bot.match.timing.pace import Pace
from engine.core.types import Entry, Seat

MatchId = int


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An Entry as it is kept."""

    entry: Entry
    digest: str
    """Of the State after it."""
    at: int
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What is decided when an invitation is made."""

    game: str
    rules: int
    seats: int
    seed: bytes = field(repr=False)
    guild: int
    channel: int
    """Where the invitation stands."""
    created: int
    expires: int | None
    """When the invitation ends; None where the match starts at once."""
    interaction: int | None = None
    """The interaction that asked for it: it makes one match, however often it is delivered."""
    follows: MatchId | None = None
    """The match whose rematch it is."""
    pace: Pace = Pace.NONE


@dataclass(frozen=True, slots=True)
class Record:
    """The row of a match: what is fixed, and where Discord shows it."""

    id: MatchId
    game: str
    rules: int
    seats: int
    """How many may play; those who are in when it starts do."""
    seed: bytes = field(repr=False)
    guild: int
    channel: int
    created: int
    expires: int | None
    place: int | None
    """The thread or channel in which it is played; None before the start."""
    invitation: int | None
    """The message of the invitation; None until it is posted."""
    pace: Pace = Pace.NONE
    """How long a turn may take."""
    former: int = 0
    """How many of its people have been forgotten since."""
    life: int = 0
    """The life of the database in which it was put back while it went on: what was posted of it
    before does not count. 0: it never was."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How far Discord shows a match: a projection of the log, never the truth."""

    seq: int
    """How many entries of the log the board tells; -1 before the first board."""
    base: int
    """From which entry on it tells what happened."""
    rounds: int
    """How many score sheets have been posted."""
    events: int
    """How many match events it tells."""
    message: int | None
    """The board; None before the first."""
    place: int | None
    """The channel or thread that holds it."""
    stale: int | None = None
    """The board before it, until picture and buttons have been taken from it."""
    stale_place: int | None = None
    """The channel or thread that holds that one."""
    called: int = 0
    """How many entries a board told when one last pinged somebody."""


@dataclass(frozen=True, slots=True)
class Stored:
    """All that is stored of one match."""

    record: Record
    events: tuple[MatchEvent, ...]
    log: tuple[LogEntry, ...]
    seq: int
    """How many entries the log must have."""
    n: int
    """How many events the history must have."""
    status: str
    """The status that must follow from it."""


@dataclass(frozen=True, slots=True)
class Head:
    """What of a match may have changed since it was read: enough to know a copy that is behind."""

    seq: int
    """How many entries the log has."""
    events: int
    """How many events the history has."""
    place: int | None
    """As in Record."""
    invitation: int | None
    """As in Record."""
    frozen: bool = False
    """Whether nothing is done to it, as its log did not replay."""
    former: int = 0
    """As in Record."""


@dataclass(frozen=True, slots=True)
class Press:
    """An accepted press and the run of entries that it owns."""

    interaction: int
    match: MatchId
    first: int
    count: int


class Status(Enum):
    """Where a match stands as a whole."""

    OPEN = "open"
    """People are being invited."""
    RUNNING = "running"
    OVER = "over"
    """Ended, by its rules or before."""
    CALLED_OFF = "called off"
    """Cancelled, declined by all, or expired: it never began."""


class Fate(Enum):
    """How a person's part in a match ended."""

    STAYED = "stayed"
    RESIGNED = "resigned"
    REPLACED = "replaced"
    """They were late, lost the seat and did not take it back."""
    TOOK_OVER = "took over"
    """They came to somebody else's seat in the middle, and stayed."""


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement that a match is worth, whether its player had it before or not."""

    name: str
    figure: int
    """What they did for it, as a number; 1 if nothing is to be counted."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one person takes from a finished match that counts."""

    seat: Seat
    user: UserId
    place: int | None
    """From 1; None in a match for one."""
    points: int
    fate: Fate = Fate.STAYED
    whole: bool = True
    """Whether the match came to its end by the rules, with this person in it."""
    stats: MatchStats = NO_STATS
    earned: tuple[Earned, ...] = ()
    """In the order of the names."""
    counted: tuple[tuple[str, int], ...] = ()
    """What it adds to the leaderboards of the game's own, by statistic; never 0."""
    rated: bool = True
    """Whether it changes their rating, if it does that of another person, too."""
    fewest: bool = False
    """Whether fewer points are better in this game."""


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """What a match that is over leads to."""

    match: MatchId
    guild: int
    game: str
    """Its name."""
    ended: int
    """In seconds since 1970."""
    people: tuple[UserId, ...]
    """Everybody who held a seat."""
    results: tuple[Result, ...]
    """What they take from it; () if it does not count."""


@dataclass(frozen=True, slots=True)
class Caps:
    """How much of a bot that many share one user or server may take at the same time."""

    open_of_user: int | None = 5
    """Invitations that a user has made and that still stand; None: as many as they like."""
    open_in_guild: int | None = 100
    """Invitations that stand in a server; None: as many as they like."""
    running_of_user: int = 20
    """Running matches of a user in a server."""


@dataclass(frozen=True, slots=True)
class Room:
    """People who must have room for one more running match."""

    users: tuple[UserId, ...]
    most: int
    """How many a user may be in, with this one."""


class Deadline(Enum):
    """What happens when a time comes."""

    LATE = "late"
    """The user is late."""
    SECOND = "second"
    """The user has been late for as long again."""
    IDLE = "idle"
    """The match is warned of its end, or ends; of no user."""


@dataclass(frozen=True, slots=True)
class Due:
    """When to look at a match again: never after the time that it is about."""

    kind: Deadline
    at: int
    """Seconds since 1970; what stops the clock makes the exact time later."""
    user: UserId = 0


@dataclass(frozen=True, slots=True)
class Wait:
    """Somebody who must act and may be reminded."""

    user: UserId
    since: int
    """When their time began, in seconds since 1970."""
    at: int
    """Never after their first reminder may be due."""


@dataclass(frozen=True, slots=True)
class Change:
    """One transaction on a match: entries and events, and what is derived from them."""

    match: MatchId
    seq: int
    """How many entries the log must have before."""
    n: int
    """How many events the history must have before."""
    entries: tuple[LogEntry, ...] = ()
    events: tuple[MatchEvent, ...] = ()
    press: Press | None = None
    status: Status = Status.RUNNING
    holders: tuple[UserId, ...] = ()
    """The people in it now."""
    computer_due: bool = False
    """Whether a computer is to act next."""
    ended: int | None = None
    """When the match ended, where it ends by this; None else."""
    took_part: tuple[UserId, ...] = ()
    """Everybody who held a seat, where the match ends by this."""
    results: tuple[Result, ...] = ()
    """What they take from it, where it counts."""
    room: Room | None = None
    """Who must not be in too many matches for it to count."""
    to_act: tuple[UserId, ...] = ()
    """The people for whom the match waits after it."""
    unplanned: tuple[UserId, ...] = ()
    """People whose plan ends by it."""
    due: tuple[Due, ...] | None = None
    """All that is due in it from now on; None leaves that as it is."""
    notices: tuple[int, ...] = ()
    """The places of the events that have a message of their own."""
    waiting: tuple[Wait, ...] | None = None
    """All who may be reminded from now on; None leaves that as it is."""
    former: int = 0
    """How many of its people must have been forgotten: else it may name one of them."""
