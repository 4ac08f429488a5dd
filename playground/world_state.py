"""State of the playground, and queries about it."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from playground import seed
from playground.clock import MovableClock
from playground.errors import Json
from playground.model import DIRECT, PRIVATE_THREAD, Channel, Emoji, Guild, Message, Push, User
from playground.permissions import EVERYDAY, Permission, channel_permissions
from playground.snowflakes import Snowflakes
from playground.welcome import Welcome

DM_PERMISSIONS = int(EVERYDAY | Permission.MENTION_EVERYONE)
BOT_PERMISSIONS = int(EVERYDAY | Permission.PIN_MESSAGES | Permission.MANAGE_THREADS)
"""Permissions requested by an invitation link."""


@dataclass(frozen=True, slots=True)
class Event:
    """A change. `name` is the gateway's event name; it determines the fields that are set."""

    name: str
    channel: Channel | None = None
    message: Message | None = None
    user_id: int | None = None
    data: Json | None = None
    push: Push | None = None
    guild_id: int | None = None
    """The server, for events without a channel; None means the first."""


class WorldState:
    """All state. Only World changes it."""

    def __init__(
        self,
        clock: Callable[[], float] | None = None,
        *,
        bot_name: str = "Bot",
        bot_permissions: int = BOT_PERMISSIONS,
        welcome: Welcome | None = None,
    ) -> None:
        self.welcome = welcome
        self.clock = MovableClock() if clock is None else clock
        """Seconds since the Unix epoch; all deadlines use it."""
        self.snowflakes = Snowflakes(self.clock)
        self.users: dict[int, User] = seed.users(bot_name)
        self.guild: Guild = seed.guild(bot_permissions)
        """The first server, shown by the page."""
        self.others: dict[int, Guild] = {}
        self.bot_id = seed.BOT_ID
        self.dms: dict[int, Channel] = {}
        """Direct messages with the bot, by the other user."""
        self.groups: dict[int, Channel] = {}
        """Direct messages among people, without the bot, by id."""
        self.installers: set[int] = set()
        """Users who have installed the application for themselves."""
        self.nonces: deque[Message] = deque(maxlen=10_000)
        """Recent messages with a nonce, including deleted ones, in order of posting."""
        self.bot_status = ""
        """The text below the bot's name in the list of members."""
        self.closed_dms: set[int] = set()
        self.emojis: dict[int, Emoji] = {}
        self.refuses_emoji: Callable[[int], bool] = lambda _: False
        """Return whether Discord refuses a valid emoji, given its id, this time."""
        self.most_active_threads = 1000
        self.most_thread_members = 1000
        self.commands: dict[int | None, list[Json]] = {None: []}
        """Command objects as Discord shows them, by guild; None for global ones."""
        self.command_creates: dict[int | None, list[float]] = {}
        self.pushes: list[Push] = []
        self.large_servers = True
        """Clients show @unknown-user for users missing from `mentions`."""
        self.privileged_intents = 0
        """Gateway intents granted to the application."""
        self.left_out: set[str] = set()
        """Payload fields that interactions omit. Discord documents `guild`, `guild_id`, `channel`,
        `channel_id`, `member`, `user`, `message`, `locale` and `guild_locale` as optional.
        """
        self.locale = "en-US"
        """Language of the servers, and users' default."""
        self.locales: dict[int, str] = {}
        self.base_url = ""
        self.listeners: list[Callable[[Event], None]] = []

    @property
    def pings(self) -> list[tuple[int, int]]:
        """(message id, user id) of every mention that notified, in order."""
        return [(push.message_id, push.user_id) for push in self.pushes if push.is_ping]

    @property
    def bot(self) -> User:
        return self.users[self.bot_id]

    @property
    def guilds(self) -> list[Guild]:
        return [self.guild, *self.others.values()]

    def guild_with(self, guild_id: int | None) -> Guild | None:
        return self.guild if guild_id == self.guild.id else self.others.get(guild_id or 0)

    def guild_of(self, channel: Channel) -> Guild:
        """Return a channel's server; the first one for direct messages."""
        return self.guild_with(channel.guild_id) or self.guild

    @property
    def direct(self) -> list[Channel]:
        return [*self.dms.values(), *self.groups.values()]

    def rooms(self) -> list[Channel]:
        return [channel for guild in self.guilds for channel in guild.channels.values()]

    def channel(self, channel_id: int) -> Channel | None:
        for guild in self.guilds:
            if channel_id in guild.channels:
                return guild.channels[channel_id]
        if channel_id in self.groups:
            return self.groups[channel_id]
        return next((dm for dm in self.dms.values() if dm.id == channel_id), None)

    def find_message(self, message_id: int) -> Message | None:
        """Return a message of any channel, even a private one."""
        for channel in [*self.rooms(), *self.direct]:
            if message_id in channel.messages:
                return channel.messages[message_id]
        return None

    def home_of(self, message: Message) -> Channel:
        channel = self.channel(message.channel_id)
        if channel is None:
            raise LookupError(f"The channel of message {message.id} is gone.")
        return channel

    def locale_of(self, user_id: int) -> str:
        """Return a user's Discord language, for example "es-ES"."""
        return self.locales.get(user_id, self.locale)

    def permissions(self, user_id: int, channel: Channel) -> int:
        """Return a user's permissions in a channel; 0 if they can't see it."""
        if channel.kind in DIRECT:
            return DM_PERMISSIONS if user_id in channel.recipients else 0
        guild = self.guild_of(channel)
        member = guild.members.get(user_id)
        if member is None or (user_id == self.bot_id and not guild.bot_present):
            return 0
        bits = channel_permissions(guild, member, channel)
        is_timed_out = (member.timed_out_until or 0) > self.clock()
        if is_timed_out and not bits & Permission.ADMINISTRATOR:
            bits &= Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
        if channel.kind == PRIVATE_THREAD and channel.thread is not None:
            inside = user_id in channel.thread.members or bits & Permission.MANAGE_THREADS
            return bits if inside else 0
        return bits

    def takes_emoji(self, emoji_id: int) -> bool:
        """Return whether a component can use this emoji of the application."""
        return emoji_id in self.emojis and not self.refuses_emoji(emoji_id)

    def can(self, user_id: int, permission: Permission, channel: Channel) -> bool:
        return self.permissions(user_id, channel) & permission == permission

    def sees(self, user_id: int, message: Message) -> bool:
        if message.reader_id is not None and message.reader_id != user_id:
            return False
        return self.can(user_id, Permission.VIEW_CHANNEL, self.home_of(message))
