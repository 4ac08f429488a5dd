"""What keeps the bot from working in a server, and the channel in which the server wants it told.

A trouble is told once, by a message that may tell several, until it is mended. Troubles of servers
that have chosen no channel are not kept.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.match.log.records import MatchId


class TroubleKind(Enum):
    """What does not work."""

    MATCHES = "matches"
    """Boards and notices of matches in a channel."""
    INVITATIONS = "invitations"
    """Invitations in a channel."""
    OVERVIEW = "overview"
    """The message in a channel that says whose turn it is."""
    MORNING = "morning"
    """The table of each day in a channel."""
    TOURNAMENTS = "tournaments"
    """The messages of tournaments in a channel."""
    THREADS = "threads"
    """The threads of matches in a channel."""
    FROZEN = "frozen"
    """A match that does not replay."""
    STUCK_MATCH = "stuck match"
    """A match in which something due fails again and again."""
    STUCK_TOURNAMENT = "stuck tournament"
    """A tournament in which something due fails again and again."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that does not work, for one cause."""

    guild: int
    kind: TroubleKind
    subject: int
    """The channel; of FROZEN and STUCK_MATCH the match, of STUCK_TOURNAMENT the tournament."""
    cause: str
    """Why, as the one who reports it spells it; another cause is another trouble."""
    reason: str = ""
    """What Discord said, for people to read."""


@dataclass(frozen=True, slots=True)
class KeptTrouble:
    """A trouble and what has become of it."""

    trouble: Trouble
    told: int | None
    """When the message was begun that tells it, in seconds since 1970: those with the same moment
    share a message. None until one is begun."""
    message: int | None
    """The message, once it is noted."""
    mended: bool


@dataclass(frozen=True, slots=True)
class TroubleChannel:
    """Where a server wants its troubles told."""

    guild: int
    channel: int
    refused: int | None = None
    """When Discord last refused a message there, in seconds since 1970; None since it took one."""


class TroubleStore(Protocol):
    """Where that is stored. Each write is one transaction, on disk when it returns."""

    async def channel(self, guild: int) -> TroubleChannel | None:
        """Where a server wants its troubles told; None if it doesn't."""

    async def put_channel(self, guild: int, channel: int) -> TroubleChannel:
        """Tell them in this channel from now on; gives what holds.

        What was told in another channel is forgotten, and told again here if it lasts.
        """

    async def drop_channel(self, guild: int) -> None:
        """Tell them nowhere any more, and forget what was told."""

    async def note_refusal(self, guild: int, channel: int, at: int | None) -> None:
        """Note when Discord refused a message in this channel; None: it took one."""

    async def report(self, trouble: Trouble, now: int) -> bool:
        """Keep a trouble; False if it is kept already, or the server has chosen no channel.

        One that was mended is new.
        """

    async def servers(self) -> tuple[int, ...]:
        """Servers with troubles that are to be told, or were told and are not all mended."""

    async def of_server(self, guild: int) -> tuple[KeptTrouble, ...]:
        """The troubles of a server, the oldest first."""

    async def untold_frozen(self) -> tuple[tuple[int, MatchId], ...]:
        """Frozen matches of which no trouble is kept, with their servers, if these want it told."""

    async def claim(self, guild: int, now: int, *, pause: int, gather: int) -> bool:
        """Begin a message at `now` that tells all untold troubles of a server.

        False, and nothing is begun, if there are none that are `gather` seconds old, or the last
        message was begun less than `pause` seconds ago, by this process or another.
        """

    async def note_message(self, guild: int, told: int, message: int) -> None:
        """Note the message that was begun at `told`."""

    async def mend(self, trouble: Trouble) -> None:
        """Note that a trouble is mended; one that no message tells is forgotten."""

    async def forget(self, guild: int, message: int) -> None:
        """Forget the mended troubles of a message."""
