"""What was seen during a run: everything that the checks know besides the database."""

from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    """What a message of the bot is, by its buttons."""

    LOBBY = "lobby"
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
class Look:
    """What a message shows of a match."""

    kind: Kind
    match: int
    seq: int | None
    """How much of the log its buttons tell; None where they don't."""


@dataclass(frozen=True, slots=True)
class Showing:
    """A message began to show something else, or was posted with it."""

    at: float
    message: int
    channel: int
    look: Look
    posted: bool
    """False for an edit."""
    stored: Stored | None
    """The database at that moment; None where the match was not in it."""
    asked: tuple[int, ...] = ()
    """Whom it asks to act."""
    promised: tuple[str, ...] = ()
    """The runs of 64 hex digits in an invitation."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A message shows nothing of a match any longer."""

    at: float
    message: int
    deleted: bool
    """Alone or with its channel; else it lost its buttons."""


@dataclass(frozen=True, slots=True)
class Click:
    """One interaction, and what its player was told."""

    interaction: int
    at: float
    user: int
    custom_id: str
    acknowledged: bool
    told: tuple[str, ...]
    """What they were told in private."""
    until: float = 0.0
    """When they were told the last of it."""
    command: str = ""
    """Its name, where it was a command; then there is no custom_id."""
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
    """What was shown of a running match in calm weather, with nobody acting."""

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
class Sight:
    """From this moment on somebody sees a channel, or sees it no more."""

    at: float
    user: int
    channel: int
    sees: bool
    kept: bool = True
    """False where a role was taken: no bot is told of that, or of when it is given back."""


@dataclass(frozen=True, slots=True)
class Known:
    """How far a match was in the database when somebody looked."""

    at: float
    match: int
    seq: int
    events: int


@dataclass(frozen=True, slots=True)
class Toggled:
    """Something that is on or off, set by a person who looked at it again when all was calm."""

    at: float
    user: int
    what: str
    meant: str
    became: str


@dataclass(frozen=True, slots=True)
class Life:
    """The bot between two restores of its database, which was left as this file."""

    began: float
    ended: float
    database: str


@dataclass(slots=True)
class Transcript:
    """All of it, in order."""

    showings: list[Showing] = field(default_factory=list)
    gone: list[Gone] = field(default_factory=list)
    pings: list[tuple[int, int]] = field(default_factory=list)
    """(message, user) of each notification."""
    missed: list[tuple[int, int]] = field(default_factory=list)
    """(message, user) of each who was asked by it and had left the server just then."""
    left: list[tuple[float, int]] = field(default_factory=list)
    """(at, user) of each who left the server for a while."""
    clicks: list[Click] = field(default_factory=list)
    commands: list[Click] = field(default_factory=list)
    """The commands that people used."""
    posts: list[Post] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    """Of those who were asked to act, in the channels where they were."""
    ups: list[tuple[float, bool]] = field(default_factory=list)
    """Since when a bot has run and been connected, or none."""
    known: list[Known] = field(default_factory=list)
    toggles: list[Toggled] = field(default_factory=list)
    lives: list[Life] = field(default_factory=list)
    """Those that ended with a restore."""
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

    def lines(self) -> list[str]:
        """All that has a time, oldest first, for people who look for a fault."""
        pinged: dict[int, list[int]] = {}
        for message, user in self.pings:
            pinged.setdefault(message, []).append(user)
        told: list[tuple[float, str]] = list(self.schedule)
        for showing in self.showings:
            look, stored = showing.look, showing.stored
            verb = "posted" if showing.posted else "edited"
            calls = " and ".join(str(user) for user in pinged.get(showing.message, ()))
            ping = f", with a ping for {calls}" if showing.posted and calls else ""
            what = f"match {look.match}: {look.kind.value} {look.seq} {verb} as {showing.message}"
            told.append((showing.at, f"{what} in {showing.channel}{ping}; stored {stored}"))
        told += [(gone.at, f"message {gone.message} {_ENDS[gone.deleted]}") for gone in self.gone]
        for click in (*self.clicks, *self.commands):
            options = "".join(f" {name}:{value}" for name, value in click.named)
            did = f"used /{click.command}{options}" if click.command else "pressed"
            what = f"{click.user} {did} {click.custom_id!r} ({click.interaction})"
            said = "; ".join(answer.partition("\n")[0] for answer in click.told)
            told.append((click.at, f"{what}: {said or click.acknowledged}"))
        seen = {True: "sees", False: "no longer sees"}
        told += [(s.at, f"{s.user} {seen[s.sees]} {s.channel}") for s in self.sights]
        told += [(at, f"-- the bot is {'up' if up else 'down'}") for at, up in self.ups]
        boards = {showing.message for showing in self.showings}
        for post in self.posts:
            if post.message not in boards:
                calls = " and ".join(str(user) for user in pinged.get(post.message, ()))
                text = post.text.replace("\n", " / ")
                told.append((post.at, f"posted {post.message} in {post.channel}: {text} ({calls})"))
        return [f"{at:.3f} {line}" for at, line in sorted(told)]


_ENDS = {True: "was deleted", False: "lost its buttons"}
