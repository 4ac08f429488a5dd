"""The truth of the playground: one server, its people, channels and messages, all in memory."""

from collections.abc import Callable
from dataclasses import dataclass

from playground import seed
from playground.clock import MovableClock
from playground.errors import Json
from playground.model import (
    DM,
    PRIVATE_THREAD,
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Overwrite,
    Thread,
    ThreadMember,
    User,
)
from playground.permissions import EVERYDAY, Permission, channel_permissions
from playground.snowflakes import Snowflakes

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


class World:
    """Everything that exists; every change goes through here and is told to all listeners."""

    def __init__(
        self,
        clock: Callable[[], float] | None = None,
        *,
        bot_name: str = "Bot",
        bot_permissions: int = BOT_PERMISSIONS,
    ) -> None:
        self.clock = MovableClock() if clock is None else clock
        """Seconds since the Unix epoch; all deadlines go by it."""
        self.snowflakes = Snowflakes(self.clock)
        self.users: dict[int, User] = seed.users(bot_name)
        self.guild: Guild = seed.guild(bot_permissions)
        self.bot_id = seed.BOT_ID
        self.dms: dict[int, Channel] = {}
        """Direct messages with the bot, by the other user."""
        self.closed_dms: set[int] = set()
        """Users who take no direct messages."""
        self.emojis: dict[int, Emoji] = {}
        self.commands: dict[int | None, list[Json]] = {None: []}
        """Command objects as Discord shows them: global ones under None, else by guild."""
        self.pings: list[tuple[int, int]] = []
        """(message id, user id) of everyone who was notified, in order."""
        self.privileged_intents = 0
        """Privileged gateway intents that the application was granted."""
        self.locale = "en-US"
        self.base_url = ""
        """Where the server listens; pictures have addresses below it."""
        self.listeners: list[Callable[[Event], None]] = []

    # ------------------------------------------------------------------ looking

    @property
    def bot(self) -> User:
        """The bot's account."""
        return self.users[self.bot_id]

    def channel(self, channel_id: int) -> Channel | None:
        """A channel, thread or direct message, or None."""
        found = self.guild.channels.get(channel_id)
        if found is None:
            found = next((dm for dm in self.dms.values() if dm.id == channel_id), None)
        return found

    def find_message(self, message_id: int) -> Message | None:
        """A message wherever it is, private ones too, or None."""
        for channel in [*self.guild.channels.values(), *self.dms.values()]:
            if message_id in channel.messages:
                return channel.messages[message_id]
        return None

    def home_of(self, message: Message) -> Channel:
        """The channel of a message."""
        channel = self.channel(message.channel_id)
        if channel is None:
            raise LookupError(f"The channel of message {message.id} is gone.")
        return channel

    def permissions(self, user_id: int, channel: Channel) -> int:
        """What a user may do in a channel, as Discord's bits; 0 where they can't see it."""
        if channel.kind == DM:
            return DM_PERMISSIONS if user_id in channel.recipients else 0
        member = self.guild.members.get(user_id)
        if member is None or (user_id == self.bot_id and not self.guild.bot_present):
            return 0
        bits = channel_permissions(self.guild, member, channel)
        if channel.kind == PRIVATE_THREAD and channel.thread is not None:
            inside = user_id in channel.thread.members or bits & Permission.MANAGE_THREADS
            return bits if inside else 0
        return bits

    def can(self, user_id: int, permission: Permission, channel: Channel) -> bool:
        """Whether a user has all these bits in a channel."""
        return self.permissions(user_id, channel) & permission == permission

    def sees(self, user_id: int, message: Message) -> bool:
        """Whether a message is shown to a user."""
        if message.reader_id is not None and message.reader_id != user_id:
            return False
        return self.can(user_id, Permission.VIEW_CHANNEL, self.home_of(message))

    # ------------------------------------------------------------------ messages

    def emit(self, event: Event) -> None:
        """Tell every listener."""
        for listener in list(self.listeners):
            listener(event)

    def post(self, message: Message) -> None:
        """Add a new message to its channel."""
        channel = self.home_of(message)
        channel.messages[message.id] = message
        if not message.is_ephemeral:
            channel.last_message_id = message.id
            if channel.thread is not None:
                channel.thread.message_count += 1
                channel.thread.total_sent += 1
                channel.thread.active_at = self.clock()
        self.emit(Event("MESSAGE_CREATE", channel, message))

    def changed(self, message: Message) -> None:
        """Tell that a message is different now."""
        self.emit(Event("MESSAGE_UPDATE", self.home_of(message), message))

    def delete(self, message: Message) -> None:
        """Remove a message."""
        channel = self.home_of(message)
        del channel.messages[message.id]
        if channel.thread is not None and not message.is_ephemeral:
            channel.thread.message_count -= 1
        self.emit(Event("MESSAGE_DELETE", channel, message))

    # ------------------------------------------------------------------ channels and threads

    def add_channel(self, channel: Channel) -> None:
        """Add a channel or thread to the server."""
        self.guild.channels[channel.id] = channel
        self.emit(Event("CHANNEL_CREATE" if channel.thread is None else "THREAD_CREATE", channel))

    def channel_changed(self, channel: Channel) -> None:
        """Tell that a channel or thread is different now."""
        self.emit(Event("CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE", channel))

    def delete_channel(self, channel: Channel) -> None:
        """Remove a channel, with its threads, or a thread."""
        for thread in [c for c in self.guild.channels.values() if c.parent_id == channel.id]:
            self.delete_channel(thread)
        del self.guild.channels[channel.id]
        self.emit(Event("CHANNEL_DELETE" if channel.thread is None else "THREAD_DELETE", channel))

    def dm_with(self, user_id: int) -> Channel:
        """The direct messages between the bot and a user, opened if need be."""
        if user_id not in self.dms:
            channel = Channel(self.snowflakes.new(), DM, recipients=[self.bot_id, user_id])
            self.dms[user_id] = channel
            self.emit(Event("CHANNEL_CREATE", channel))
        return self.dms[user_id]

    def set_archived(self, channel: Channel, archived: bool) -> None:
        """Archive or reopen a thread."""
        thread = thread_of(channel)
        if thread.archived != archived:
            thread.archived = archived
            thread.archived_at = self.clock()
            thread.active_at = self.clock()
            self.channel_changed(channel)

    def set_locked(self, channel: Channel, locked: bool) -> None:
        """Lock a thread, as moderators do, or unlock it."""
        thread = thread_of(channel)
        if thread.locked != locked:
            thread.locked = locked
            self.channel_changed(channel)

    def archive_idle_threads(self) -> None:
        """Archive the threads in which nobody wrote for as long as they are set to stay open."""
        for channel in list(self.guild.channels.values()):
            thread = channel.thread
            if thread is None or thread.archived:
                continue
            if self.clock() >= thread.active_at + thread.auto_archive_minutes * 60:
                self.set_archived(channel, True)

    def join_thread(self, channel: Channel, user_id: int) -> bool:
        """Add a user to a thread; False if they were in it."""
        thread = thread_of(channel)
        if user_id in thread.members:
            return False
        thread.members[user_id] = ThreadMember(user_id, self.clock())
        self.emit(Event("THREAD_MEMBERS_UPDATE", channel, user_id=user_id, data={"added": True}))
        return True

    def leave_thread(self, channel: Channel, user_id: int) -> None:
        """Take a user out of a thread."""
        if thread_of(channel).members.pop(user_id, None) is not None:
            gone = {"added": False}
            self.emit(Event("THREAD_MEMBERS_UPDATE", channel, user_id=user_id, data=gone))

    def set_permissions(
        self, channel_id: int, who_id: int, *, allow: int = 0, deny: int = 0
    ) -> None:
        """Set what a channel gives to and takes from a member or a role."""
        channel = self.guild.channels[channel_id]
        kind = 0 if who_id in self.guild.roles else 1
        channel.overwrites[who_id] = Overwrite(kind, int(allow), int(deny))
        self.channel_changed(channel)

    # ------------------------------------------------------------------ people

    def add_member(self, user: User) -> None:
        """A user joins the server."""
        self.users[user.id] = user
        self.guild.members[user.id] = Member(user.id, self.clock())
        self.emit(Event("GUILD_MEMBER_ADD", user_id=user.id))

    def remove_member(self, user_id: int) -> None:
        """A user leaves the server and its threads."""
        del self.guild.members[user_id]
        for channel in self.guild.channels.values():
            if channel.thread is not None:
                channel.thread.members.pop(user_id, None)
        self.emit(Event("GUILD_MEMBER_REMOVE", user_id=user_id))

    def set_bot_present(self, present: bool) -> None:
        """The bot is thrown out of the server, or invited again."""
        if self.guild.bot_present != present:
            self.guild.bot_present = present
            self.emit(Event("GUILD_CREATE" if present else "GUILD_DELETE"))

    # ------------------------------------------------------------------ commands and emojis

    def set_commands(self, guild_id: int | None, commands: list[Json]) -> None:
        """Replace the commands of a scope: a guild, or None for everywhere."""
        self.commands[guild_id] = commands
        self.emit(Event("COMMANDS"))

    def all_commands(self) -> list[Json]:
        """Every command that the server offers, its own before the global ones."""
        return [*self.commands.get(self.guild.id, []), *self.commands[None]]


def thread_of(channel: Channel) -> Thread:
    """What makes a channel a thread. Raises: TypeError for one that is none."""
    if channel.thread is None:
        raise TypeError(f"Channel {channel.id} is no thread.")
    return channel.thread
