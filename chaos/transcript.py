"""What was seen during a run: everything that the checks know besides the database."""

from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    """What a message of the bot is, by its buttons."""

    LOBBY = "lobby"
    BOARD = "board"
    END = "end"


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


@dataclass(frozen=True, slots=True)
class Gone:
    """A message shows nothing of a match any longer."""

    at: float
    message: int
    deleted: bool
    """Alone or with its channel; else it lost its buttons."""


@dataclass(frozen=True, slots=True)
class Click:
    """One interaction with a button or a form, and what its player was told."""

    interaction: int
    at: float
    user: int
    custom_id: str
    acknowledged: bool
    told: tuple[str, ...]
    """What they were told in private."""


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
    """64 hex digits that a message showed."""

    at: float
    message: int
    digits: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A process that was asked to stop."""

    seconds: float
    code: int | None


@dataclass(slots=True)
class Transcript:
    """All of it, in order."""

    showings: list[Showing] = field(default_factory=list)
    gone: list[Gone] = field(default_factory=list)
    pings: list[tuple[int, int]] = field(default_factory=list)
    """(message, user) of each notification."""
    missed: list[tuple[int, int]] = field(default_factory=list)
    """(message, user) of each who was asked by it and had left the server just then."""
    clicks: list[Click] = field(default_factory=list)
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
        for click in self.clicks:
            what = f"{click.user} pressed {click.custom_id!r} ({click.interaction})"
            said = "; ".join(answer.partition("\n")[0] for answer in click.told)
            told.append((click.at, f"{what}: {said or click.acknowledged}"))
        return [f"{at:.3f} {line}" for at, line in sorted(told)]


_ENDS = {True: "was deleted", False: "lost its buttons"}
