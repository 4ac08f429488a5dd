"""What exists in the playground, and what can be asked about it."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from playground import seed
from playground.clock import MovableClock
from playground.errors import Json
from playground.model import DM, PRIVATE_THREAD, Channel, Emoji, Guild, Message, Push, User
from playground.permissions import EVERYDAY, Permission, channel_permissions
from playground.snowflakes import Snowflakes
from playground.welcome import Welcome

DM_PERMISSIONS = int(EVERYDAY)
BOT_PERMISSIONS = int(EVERYDAY | Permission.PIN_MESSAGES | Permission.MANAGE_THREADS)
"""What the bot's own role gives, as an invitation link would ask for it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something changed. `name` is that of the gateway's event; which fields are set follows it."""

    name: str
    channel: Channel | None = None
    message: Message | None = None
    user_id: int | None = None
    data: Json | None = None
    push: Push | None = None
    guild_id: int | None = None
    """The server that it is about, where no channel says so; None: the first."""


class WorldState:
    """Everything that exists. It is changed by World alone (world.py)."""

    def __init__(
        self,
        clock: Callable[[], float] | None = None,
        *,
        bot_name: str = "Bot",
        bot_permissions: int = BOT_PERMISSIONS,
        welcome: Welcome | None = None,
    ) -> None:
        self.welcome = welcome
        """What the page offers a newcomer; None: nothing."""
        self.clock = MovableClock() if clock is None else clock
        """Seconds since the Unix epoch; all deadlines go by it."""
        self.snowflakes = Snowflakes(self.clock)
        self.users: dict[int, User] = seed.users(bot_name)
        self.guild: Guild = seed.guild(bot_permissions)
        """The first server, which the page shows."""
        self.others: dict[int, Guild] = {}
        """More servers that the bot is in, by id."""
        self.bot_id = seed.BOT_ID
        self.dms: dict[int, Channel] = {}
        """Direct messages with the bot, by the other user."""
        self.nonces: deque[Message] = deque(maxlen=10_000)
        """The last messages with a nonce in the order of their posting, deleted ones too."""
        self.closed_dms: set[int] = set()
        """Users who take no direct messages."""
        self.emojis: dict[int, Emoji] = {}
        self.refuses_emoji: Callable[[int], bool] = lambda _: False
        """Whether Discord refuses a valid emoji of a component this time; gets its id."""
        self.most_active_threads = 1000
        """Open threads that one server may have."""
        self.most_thread_members = 1000
        """Users that one thread may have."""
        self.commands: dict[int | None, list[Json]] = {None: []}
        """Command objects as Discord shows them: global ones under None, else by guild."""
        self.command_creates: dict[int | None, list[float]] = {}
        """When commands of a scope were created, oldest first."""
        self.pushes: list[Push] = []
        """All notifications, in order, as the lock screens showed them."""
        self.large_servers = True
        """Whether clients know only the users whom messages bring, as in large servers: a mention
        of a user who isn't in the message's `mentions` shows as @unknown-user there."""
        self.privileged_intents = 0
        """Privileged gateway intents that the application was granted."""
        self.left_out: set[str] = set()
        """Fields that interactions lack, by their name in the payload: Discord documents `guild`,
        `guild_id`, `channel`, `channel_id`, `member`, `user`, `message`, `locale` and
        `guild_locale` as optional."""
        self.locale = "en-US"
        """The language of the servers, and of everyone who has not chosen their own."""
        self.locales: dict[int, str] = {}
        """The language that a user has chosen, by their id."""
        self.base_url = ""
        """Where the server listens; pictures have addresses below it."""
        self.listeners: list[Callable[[Event], None]] = []

    @property
    def pings(self) -> list[tuple[int, int]]:
        """Return (message id, user id) of every mention that notified, in order."""
        return [(push.message_id, push.user_id) for push in self.pushes if push.is_ping]

    @property
    def bot(self) -> User:
        """The bot's account."""
        return self.users[self.bot_id]

    @property
    def guilds(self) -> list[Guild]:
        """All servers, the first one first."""
        return [self.guild, *self.others.values()]

    def guild_with(self, guild_id: int | None) -> Guild | None:
        """The server with this id, or None."""
        return self.guild if guild_id == self.guild.id else self.others.get(guild_id or 0)

    def guild_of(self, channel: Channel) -> Guild:
        """The server of a channel; the first one for direct messages."""
        return self.guild_with(channel.guild_id) or self.guild

    def rooms(self) -> list[Channel]:
        """The text channels and threads of all servers."""
        return [channel for guild in self.guilds for channel in guild.channels.values()]

    def channel(self, channel_id: int) -> Channel | None:
        """A channel, thread or direct message, or None."""
        for guild in self.guilds:
            if channel_id in guild.channels:
                return guild.channels[channel_id]
        return next((dm for dm in self.dms.values() if dm.id == channel_id), None)

    def find_message(self, message_id: int) -> Message | None:
        """A message wherever it is, private ones too, or None."""
        for channel in [*self.rooms(), *self.dms.values()]:
            if message_id in channel.messages:
                return channel.messages[message_id]
        return None

    def home_of(self, message: Message) -> Channel:
        """The channel of a message."""
        channel = self.channel(message.channel_id)
        if channel is None:
            raise LookupError(f"The channel of message {message.id} is gone.")
        return channel

    def locale_of(self, user_id: int) -> str:
        """The language in which a user has Discord, for example "es-ES"."""
        return self.locales.get(user_id, self.locale)

    def permissions(self, user_id: int, channel: Channel) -> int:
        """What a user may do in a channel, as Discord's bits; 0 where they can't see it."""
        if channel.kind == DM:
            return DM_PERMISSIONS if user_id in channel.recipients else 0
        guild = self.guild_of(channel)
        member = guild.members.get(user_id)
        if member is None or (user_id == self.bot_id and not guild.bot_present):
            return 0
        bits = channel_permissions(guild, member, channel)
        if channel.kind == PRIVATE_THREAD and channel.thread is not None:
            inside = user_id in channel.thread.members or bits & Permission.MANAGE_THREADS
            return bits if inside else 0
        return bits

    def takes_emoji(self, emoji_id: int) -> bool:
        """Return whether a component may name this emoji of the application."""
        return emoji_id in self.emojis and not self.refuses_emoji(emoji_id)

    def can(self, user_id: int, permission: Permission, channel: Channel) -> bool:
        """Whether a user has all these bits in a channel."""
        return self.permissions(user_id, channel) & permission == permission

    def sees(self, user_id: int, message: Message) -> bool:
        """Whether a message is shown to a user."""
        if message.reader_id is not None and message.reader_id != user_id:
            return False
        return self.can(user_id, Permission.VIEW_CHANNEL, self.home_of(message))
