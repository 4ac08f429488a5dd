"""The record of a run: everything that the checks know besides the database and the log."""

from dataclasses import dataclass, field
from enum import Enum

from chaos.shard_times import ShardTimes
from playground.model import Push


class Kind(Enum):
    """The part of a match that a message shows, recognised by its buttons."""

    LOBBY = "lobby"
    """The invitation to an unfinished match."""
    BOARD = "board"
    END = "end"
    CARD = "card"
    """The invitation after its match: the result."""


@dataclass(frozen=True, slots=True)
class Stored:
    seq: int
    events: int
    over: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    kind: Kind
    match: int
    seq: int | None
    """Number of log entries shown; None if the buttons don't say."""


@dataclass(frozen=True, slots=True)
class Revision:
    at: float
    message: int
    channel: int
    snapshot: Snapshot
    posted: bool
    stored: Stored | None
    """The database at that moment; None for a missing match."""
    asked: tuple[int, ...] = ()
    promised: tuple[str, ...] = ()
    """The commitments in an invitation: runs of 64 hex digits."""


@dataclass(frozen=True, slots=True)
class Removal:
    at: float
    message: int
    deleted: bool
    """True if it was deleted, alone or with its channel; False if it lost its buttons."""


class Role(Enum):
    BOARD = "board"
    """The board of a match, or its end."""
    INVITATION = "invitation"
    """The invitation to a match, or its result card."""
    NOTICE = "notice"
    OVERVIEW = "overview"
    """The list of a channel's matches."""
    TOURNAMENT = "tournament"


@dataclass(frozen=True, slots=True)
class Subject:
    """The purpose of a message; only one current message may have it."""

    role: Role
    number: int
    """The match or tournament; the channel of an overview."""
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Posting:
    """An answered request to post a message. Discord can answer with an earlier message."""

    at: float
    message: int
    channel: int
    nonce: str
    content: str
    """The part of its text that is the same in every attempt to post this message."""


@dataclass(frozen=True, slots=True)
class Room:
    kind: int
    parent: int | None


@dataclass(frozen=True, slots=True)
class Denial:
    began: float
    ended: float
    channel: int | None
    """None for all channels."""


@dataclass(frozen=True, slots=True)
class Remaining:
    posted_at: float
    message: int
    subject: Subject
    snapshot: Snapshot | None
    """None for notices, overviews and tournaments."""


@dataclass(frozen=True, slots=True)
class Interaction:
    interaction: int
    at: float
    user: int
    custom_id: str
    """Empty for a command."""
    acknowledged: bool
    told: tuple[str, ...]
    """Private answers."""
    until: float = 0.0
    command: str = ""
    named: tuple[tuple[str, str], ...] = ()
    """The options of the command, by name."""
    guild: int = 0
    message: int | None = None
    forged: bool = False
    """Whether that message had no such button."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The boards of a running match after all faults were repaired and while people paused."""

    at: float
    match: int
    stored: Stored
    boards: tuple[tuple[int, int], ...]
    """(message, seq) of each playable board."""


@dataclass(frozen=True, slots=True)
class Secret:
    """64 hex digits in the text, an alt text or a file name of a message."""

    at: float
    message: int
    digits: str


@dataclass(frozen=True, slots=True)
class Stop:
    seconds: float
    code: int | None


@dataclass(frozen=True, slots=True)
class Post:
    at: float
    message: int
    channel: int
    guild: int
    text: str
    custom_ids: tuple[str, ...]
    mentioned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Visibility:
    at: float
    user: int
    channel: int
    sees: bool
    reported: bool = True
    """False for roles: Discord does not report their changes to the bot."""


@dataclass(frozen=True, slots=True)
class Progress:
    at: float
    match: int
    seq: int
    events: int


@dataclass(frozen=True, slots=True)
class ToggleResult:
    """A setting: the user's last choice, and its value after all faults."""

    at: float
    user: int
    what: str
    meant: str
    became: str


@dataclass(frozen=True, slots=True)
class Life:
    """The period of a database between two restores, with a file of its final state."""

    began: float
    ended: float
    database: str
    copied: float
    """Creation time of the backup that replaced this database."""


@dataclass(frozen=True, slots=True)
class DaySight:
    """A public message of the bot, or a private one about a puzzle of the day."""

    at: float
    message: int
    reader: int | None
    """The only reader; None for public messages."""
    guild: int
    matches: tuple[int, ...]
    """The daily matches that its buttons and the names of its pictures refer to."""
    days: tuple[str, ...]
    seq: int | None
    """Number of entries in a private session; None for other messages and finished matches."""
    stored: Stored | None
    said: str
    """Its text, and the names and alt texts of its pictures."""


@dataclass(frozen=True, slots=True)
class PanelSight:
    at: float
    message: int
    channel: int
    tournament: int
    shows: int | None
    """Number of events, from its picture's name; None without a picture."""
    posted: bool
    promised: tuple[str, ...] = ()


@dataclass(slots=True)
class Transcript:
    """The whole record; each list is in order of time."""

    revisions: list[Revision] = field(default_factory=list)
    removals: list[Removal] = field(default_factory=list)
    postings: list[Posting] = field(default_factory=list)
    refused: list[Posting] = field(default_factory=list)
    """Postings whose nonce belonged to a deleted message; `message` is 0."""
    rooms: dict[int, Room] = field(default_factory=dict)
    denials: list[Denial] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    remaining: list[Remaining] = field(default_factory=list)
    pings: list[tuple[int, int]] = field(default_factory=list)
    """(message, user) of each notification."""
    pushes: list[Push] = field(default_factory=list)
    """The bot's messages as lock screens showed them."""
    missed: list[tuple[int, int]] = field(default_factory=list)
    """(message, user) for each user whom a message asked to act and who had left the server."""
    left: list[tuple[float, int]] = field(default_factory=list)
    """(time, user) for each user who left the server for a while."""
    clicks: list[Interaction] = field(default_factory=list)
    commands: list[Interaction] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    visibility: list[Visibility] = field(default_factory=list)
    """Whether users whom the bot asked to act could see the channel."""
    ups: list[tuple[float, bool]] = field(default_factory=list)
    """(time, True) when the bot connected, (time, False) when it went down."""
    progress: list[Progress] = field(default_factory=list)
    toggles: list[ToggleResult] = field(default_factory=list)
    lives: list[Life] = field(default_factory=list)
    sights: list[DaySight] = field(default_factory=list)
    panels: list[PanelSight] = field(default_factory=list)
    shards: ShardTimes = field(default_factory=ShardTimes)
    ended: float = 0.0
    skew: float = 0.0
    """Largest error of the bot's clock, in seconds."""
    asked: dict[int, int] = field(default_factory=dict)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    secrets: list[Secret] = field(default_factory=list)
    token_shown: list[int] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    schedule: list[tuple[float, str]] = field(default_factory=list)
    interrupted: bool = False
    """Whether the run was ended early, so that matches were not finished."""
    stuck: dict[int, str] = field(default_factory=dict)
    """Reasons why matches could not be finished, by match; 0 for one that never began."""

    def ask_for_board(self, match: int) -> None:
        self.asked[match] = self.asked.get(match, 0) + 1

    def deleted(self) -> set[int]:
        return {removal.message for removal in self.removals if removal.deleted}
