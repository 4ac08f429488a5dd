"""What was seen during a run: everything that the checks know besides the database."""

from dataclasses import dataclass, field
from enum import Enum

from chaos.shard_times import ShardTimes
from playground.model import Push


class Kind(Enum):
    """What a message shows of a match, told by its buttons."""

    LOBBY = "lobby"
    """The invitation of a match that is not over."""
    BOARD = "board"
    END = "end"
    CARD = "card"
    """The invitation once its match is over: the result."""


@dataclass(frozen=True, slots=True)
class Stored:
    """How far a match was in the database when somebody looked."""

    seq: int
    events: int
    over: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a message shows of a match."""

    kind: Kind
    match: int
    seq: int | None
    """How many log entries it shows; None if its buttons don't say."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A message was posted, or edited to show something else."""

    at: float
    message: int
    channel: int
    snapshot: Snapshot
    posted: bool
    """False for an edit."""
    stored: Stored | None
    """The database at that moment; None if the match was not in it."""
    asked: tuple[int, ...] = ()
    """Whom it asks to act."""
    promised: tuple[str, ...] = ()
    """The runs of 64 hex digits in an invitation."""


@dataclass(frozen=True, slots=True)
class Removal:
    """A message shows nothing of a match any longer."""

    at: float
    message: int
    deleted: bool
    """Alone or with its channel; else it lost its buttons."""


class Role(Enum):
    """What a message of the bot is there for."""

    BOARD = "board"
    """The board of a match, or its end."""
    INVITATION = "invitation"
    """The invitation to a match, or its result card."""
    NOTICE = "notice"
    """About one event of a match."""
    OVERVIEW = "overview"
    """Of a channel: whose turn it is."""
    TOURNAMENT = "tournament"
    """What shows a tournament."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What one current message, and no other, stands for."""

    role: Role
    number: int
    """The match or the tournament; of an overview the channel."""
    n: int | None = None
    """The match event of a notice."""


@dataclass(frozen=True, slots=True)
class Posting:
    """A request to post a message that Discord answered, though maybe with an earlier message."""

    at: float
    message: int
    channel: int
    nonce: str
    content: str
    """What it says, as far as two tries at the same message must agree."""


@dataclass(frozen=True, slots=True)
class Room:
    """A channel or thread of a server."""

    kind: int
    """As `playground.model` numbers them."""
    parent: int | None
    """The channel of a thread."""


@dataclass(frozen=True, slots=True)
class Denial:
    """A time in which the bot lacked a permission."""

    began: float
    ended: float
    channel: int | None
    """None for all channels."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """A message that still had buttons when the run was over."""

    posted_at: float
    message: int
    subject: Subject
    snapshot: Snapshot | None
    """None for notices, overviews and tournaments."""


@dataclass(frozen=True, slots=True)
class Interaction:
    """A press, a form or a command, and what its sender was told."""

    interaction: int
    at: float
    user: int
    custom_id: str
    """Empty for a command."""
    acknowledged: bool
    told: tuple[str, ...]
    """What they were told in private."""
    until: float = 0.0
    """When they were told the last of it."""
    command: str = ""
    """The name of the command; empty for a press or a form."""
    named: tuple[tuple[str, str], ...] = ()
    """The options of the command, by name."""
    guild: int = 0
    """The server in which it was."""
    message: int | None = None
    """The message that was pressed."""
    forged: bool = False
    """Whether that message had no such button."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What was shown of a running match when all faults were repaired and nobody acted."""

    at: float
    match: int
    stored: Stored
    boards: tuple[tuple[int, int], ...]
    """(message, seq) of each board that could be played on."""


@dataclass(frozen=True, slots=True)
class Secret:
    """64 hex digits that a message showed, in a text, an alt text or a file name."""

    at: float
    message: int
    digits: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A process that was asked to stop."""

    seconds: float
    code: int | None


@dataclass(frozen=True, slots=True)
class Post:
    """A message that everybody in its channel could read, when it was posted."""

    at: float
    message: int
    channel: int
    guild: int
    text: str
    custom_ids: tuple[str, ...]
    mentioned: tuple[int, ...]
    """The people whom its text names."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """From this moment on somebody sees a channel, or sees it no more."""

    at: float
    user: int
    channel: int
    sees: bool
    reported: bool = True
    """False where a role was taken: no bot is told of that, or of when it is given back."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a match was in the database when somebody looked."""

    at: float
    match: int
    seq: int
    events: int


@dataclass(frozen=True, slots=True)
class ToggleResult:
    """Something that is on or off, as its user last set it, and as it was when all was calm."""

    at: float
    user: int
    what: str
    meant: str
    became: str


@dataclass(frozen=True, slots=True)
class Life:
    """The time of a database from one restore to the next; this file has it as it ended."""

    began: float
    ended: float
    database: str
    copied: float
    """When the copy was made that was put back at its end."""


@dataclass(frozen=True, slots=True)
class DaySight:
    """A public message of the bot, or a private one about a puzzle of the day."""

    at: float
    message: int
    reader: int | None
    """Who sees it; None: everybody."""
    guild: int
    matches: tuple[int, ...]
    """The matches of days that its buttons and the names of its pictures tell."""
    days: tuple[str, ...]
    """The days that its buttons tell."""
    seq: int | None
    """How many entries the private session shows; None if it is none, or over."""
    stored: Stored | None
    """The first of these matches in the database at that moment."""
    said: str
    """Its text, the names of its pictures and their alt texts."""


@dataclass(frozen=True, slots=True)
class PanelSight:
    """The message that shows a tournament was posted, or edited."""

    at: float
    message: int
    channel: int
    tournament: int
    shows: int | None
    """How many of its events, by the name of its picture; None if it has no picture."""
    posted: bool
    """False for an edit."""
    promised: tuple[str, ...] = ()
    """The runs of 64 hex digits in its text and in the names and alt texts of its pictures."""


@dataclass(slots=True)
class Transcript:
    """All of it; each list is in the order of time."""

    revisions: list[Revision] = field(default_factory=list)
    removals: list[Removal] = field(default_factory=list)
    postings: list[Posting] = field(default_factory=list)
    refused: list[Posting] = field(default_factory=list)
    """Those whose nonce was of a message that was deleted; `message` is 0."""
    rooms: dict[int, Room] = field(default_factory=dict)
    """By id, also those that were deleted."""
    denials: list[Denial] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    """Messages that show @unknown-user at the end."""
    remaining: list[Remaining] = field(default_factory=list)
    pings: list[tuple[int, int]] = field(default_factory=list)
    """(message, user) of each notification."""
    pushes: list[Push] = field(default_factory=list)
    """What lock screens showed of the bot's messages."""
    missed: list[tuple[int, int]] = field(default_factory=list)
    """(message, user) of each who was asked by it and had just left the server."""
    left: list[tuple[float, int]] = field(default_factory=list)
    """(at, user) of each who left the server for a while."""
    clicks: list[Interaction] = field(default_factory=list)
    """Presses of buttons, choices in menus, forms that were handed in."""
    commands: list[Interaction] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    visibility: list[Visibility] = field(default_factory=list)
    """Of those who were asked to act, in the channels where they were asked."""
    ups: list[tuple[float, bool]] = field(default_factory=list)
    """Since when a bot has run and been connected, or none."""
    progress: list[Progress] = field(default_factory=list)
    toggles: list[ToggleResult] = field(default_factory=list)
    lives: list[Life] = field(default_factory=list)
    """Those that ended with a restore."""
    sights: list[DaySight] = field(default_factory=list)
    panels: list[PanelSight] = field(default_factory=list)
    shards: ShardTimes = field(default_factory=ShardTimes)
    ended: float = 0.0
    """When the run was over."""
    skew: float = 0.0
    """Seconds that the clock of the bot's machine was wrong by, at most."""
    asked: dict[int, int] = field(default_factory=dict)
    """How often people asked for the board of a match."""
    checkpoints: list[Checkpoint] = field(default_factory=list)
    secrets: list[Secret] = field(default_factory=list)
    token_shown: list[int] = field(default_factory=list)
    """Messages that held the bot's token."""
    stops: list[Stop] = field(default_factory=list)
    schedule: list[tuple[float, str]] = field(default_factory=list)
    """What went wrong when."""
    stuck: dict[int, str] = field(default_factory=dict)
    """Why a match could not be finished, by match; 0 stands for one that never began."""

    def ask_for_board(self, match: int) -> None:
        """Note that somebody asks for the board of a match."""
        self.asked[match] = self.asked.get(match, 0) + 1

    def deleted(self) -> set[int]:
        """The messages that were deleted, alone or with their channel."""
        return {removal.message for removal in self.removals if removal.deleted}
