"""All changes to a world; listeners receive an event for each."""

from collections.abc import Iterable

from playground import seed
from playground.errors import Json
from playground.model import (
    DM,
    GROUP,
    REQUIRE_TAG,
    TEXT,
    Channel,
    Guild,
    Member,
    Message,
    Overwrite,
    Push,
    Role,
    Tag,
    Thread,
    ThreadMember,
    User,
)
from playground.roles import role_json
from playground.scheduled_events import ScheduledEvent
from playground.world_state import BOT_PERMISSIONS, Event, WorldState

__all__ = ["BOT_PERMISSIONS", "Event", "World", "thread_of"]


class World(WorldState):
    # ------------------------------------------------------------------ messages

    def emit(self, event: Event) -> None:
        for listener in list(self.listeners):
            listener(event)

    def post(self, message: Message) -> None:
        channel = self.home_of(message)
        channel.messages[message.id] = message
        if message.nonce is not None:
            self.nonces.append(message)
        if not message.is_ephemeral:
            channel.last_message_id = message.id
            if channel.thread is not None:
                channel.thread.message_count += 1
                channel.thread.total_sent += 1
                channel.thread.active_at = self.clock()
        self.emit(Event("MESSAGE_CREATE", channel, message))

    def post_loudly(self, message: Message, pushes: list[Push]) -> None:
        self.pushes += pushes
        self.post(message)
        for push in pushes:
            self.emit(Event("PUSH", self.home_of(message), user_id=push.user_id, push=push))

    def changed(self, message: Message) -> None:
        self.emit(Event("MESSAGE_UPDATE", self.home_of(message), message))

    def delete(self, message: Message) -> None:
        channel = self.home_of(message)
        del channel.messages[message.id]
        if channel.thread is not None and not message.is_ephemeral:
            channel.thread.message_count -= 1
        self.emit(Event("MESSAGE_DELETE", channel, message))

    # ------------------------------------------------------------------ channels and threads

    def add_channel(self, channel: Channel) -> None:
        self.guild_of(channel).channels[channel.id] = channel
        self.emit(Event("CHANNEL_CREATE" if channel.thread is None else "THREAD_CREATE", channel))

    def new_channel(
        self,
        name: str,
        kind: int = TEXT,
        guild: Guild | None = None,
        *,
        tags: Iterable[str] = (),
        requires_tag: bool = False,
    ) -> Channel:
        """Add a channel; `tags` are for forums."""
        guild = guild or self.guild
        channel = Channel(self.snowflakes.new(), kind, name, guild.id)
        channel.position = sum(other.thread is None for other in guild.channels.values())
        channel.tags = [Tag(self.snowflakes.new(), tag) for tag in tags]
        channel.flags = REQUIRE_TAG if requires_tag else 0
        self.add_channel(channel)
        return channel

    def channel_changed(self, channel: Channel) -> None:
        self.emit(Event("CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE", channel))

    def delete_channel(self, channel: Channel) -> None:
        """Remove a channel and its threads, or a thread."""
        home = self.guild_of(channel).channels
        for thread in [other for other in home.values() if other.parent_id == channel.id]:
            del home[thread.id]
            # Only pages receive this: bots get no THREAD_DELETE then (discord.js #10883).
            self.emit(Event("THREAD_DELETE", thread, data={"with_parent": True}))
        del home[channel.id]
        self.emit(Event("CHANNEL_DELETE" if channel.thread is None else "THREAD_DELETE", channel))

    def dm_with(self, user_id: int) -> Channel:
        """Return the direct messages between bot and user, opening them if necessary."""
        if user_id not in self.dms:
            channel = Channel(self.snowflakes.new(), DM, recipients=[self.bot_id, user_id])
            self.dms[user_id] = channel
            self.emit(Event("CHANNEL_CREATE", channel))
        return self.dms[user_id]

    def open_group(self, people: Iterable[int], name: str = "") -> Channel:
        """Open direct messages among people, without the bot: of two people, or a group. The first
        one owns a group.
        """
        recipients = list(people)
        kind = DM if len(recipients) == 2 else GROUP
        channel = Channel(self.snowflakes.new(), kind, name, recipients=recipients)
        channel.owner_id = recipients[0]
        self.groups[channel.id] = channel
        self.emit(Event("CHANNEL_CREATE", channel))
        return channel

    def install(self, user_id: int, *, installed: bool = True) -> None:
        """Let a user install the application for themselves, or remove it again."""
        (self.installers.add if installed else self.installers.discard)(user_id)
        self.emit(Event("INSTALLED", user_id=user_id))

    def set_archived(self, channel: Channel, archived: bool) -> None:
        thread = thread_of(channel)
        if thread.archived != archived:
            thread.archived = archived
            thread.archived_at = self.clock()
            thread.active_at = self.clock()
            self.channel_changed(channel)

    def set_locked(self, channel: Channel, locked: bool) -> None:
        thread = thread_of(channel)
        if thread.locked != locked:
            thread.locked = locked
            self.channel_changed(channel)

    def archive_idle_threads(self) -> None:
        for channel in self.rooms():
            thread = channel.thread
            if thread is None or thread.archived:
                continue
            if self.clock() >= thread.active_at + thread.auto_archive_minutes * 60:
                self.set_archived(channel, True)

    # ------------------------------------------------------------------ scheduled events

    def add_scheduled_event(self, event: ScheduledEvent) -> None:
        self._scheduled_events(event.guild_id)[event.id] = event
        self._emit_scheduled_event("CREATE", event)

    def scheduled_event_changed(self, event: ScheduledEvent) -> None:
        self._emit_scheduled_event("UPDATE", event)

    def delete_scheduled_event(self, event: ScheduledEvent) -> None:
        del self._scheduled_events(event.guild_id)[event.id]
        self._emit_scheduled_event("DELETE", event)

    def begin_and_end_events(self) -> None:
        for guild in self.guilds:
            for event in guild.scheduled_events.values():
                while (status := event.due_status(self.clock())) != event.status:
                    event.status = status
                    self.scheduled_event_changed(event)

    def _scheduled_events(self, guild_id: int) -> dict[int, ScheduledEvent]:
        guild = self.guild_with(guild_id)
        assert guild is not None, "an event belongs to a server"
        return guild.scheduled_events

    def _emit_scheduled_event(self, change: str, event: ScheduledEvent) -> None:
        name, data = f"GUILD_SCHEDULED_EVENT_{change}", event.as_json()
        self.emit(Event(name, guild_id=event.guild_id, data=data))

    def join_thread(self, channel: Channel, user_id: int) -> bool:
        """Add a user; return False if they were already in the thread."""
        thread = thread_of(channel)
        if user_id in thread.members:
            return False
        thread.members[user_id] = ThreadMember(user_id, self.clock())
        self.emit(Event("THREAD_MEMBERS_UPDATE", channel, user_id=user_id, data={"added": True}))
        return True

    def leave_thread(self, channel: Channel, user_id: int) -> None:
        if thread_of(channel).members.pop(user_id, None) is not None:
            data = {"added": False}
            self.emit(Event("THREAD_MEMBERS_UPDATE", channel, user_id=user_id, data=data))

    def set_permissions(
        self, channel_id: int, who_id: int, *, allow: int = 0, deny: int = 0
    ) -> None:
        channel = self.channel(channel_id)
        if channel is None:
            raise LookupError(f"There is no channel {channel_id}.")
        kind = 0 if who_id in self.guild_of(channel).roles else 1
        channel.overwrites[who_id] = Overwrite(kind, int(allow), int(deny))
        self.channel_changed(channel)

    # ------------------------------------------------------------------ people

    def add_guild(
        self, name: str, bot_permissions: int = BOT_PERMISSIONS, number: int | None = None
    ) -> Guild:
        """Add a server without channels and invite the bot, whose role gets the next id."""
        if number is None:
            number = self.snowflakes.new()
            self.snowflakes.new()  # the bot's role there
        guild = seed.another_guild(number, name, bot_permissions)
        self.others[guild.id] = guild
        self.emit(Event("GUILD_CREATE", guild_id=guild.id))
        return guild

    def add_member(self, user: User, guild: Guild | None = None) -> None:
        guild = guild or self.guild
        self.users[user.id] = user
        guild.members[user.id] = Member(user.id, self.clock())
        self.emit(Event("GUILD_MEMBER_ADD", user_id=user.id, guild_id=guild.id))

    def remove_member(self, user_id: int, guild: Guild | None = None) -> None:
        guild = guild or self.guild
        del guild.members[user_id]
        for channel in guild.channels.values():
            if channel.thread is not None:
                channel.thread.members.pop(user_id, None)
        self.emit(Event("GUILD_MEMBER_REMOVE", user_id=user_id, guild_id=guild.id))

    def set_roles(self, user_id: int, roles: list[int], guild: Guild | None = None) -> None:
        guild = guild or self.guild
        guild.members[user_id].roles = roles
        self.emit(Event("GUILD_MEMBER_UPDATE", user_id=user_id, guild_id=guild.id))

    def time_out(self, user_id: int, until: float | None, guild: Guild | None = None) -> None:
        guild = guild or self.guild
        guild.members[user_id].timed_out_until = until
        self.emit(Event("GUILD_MEMBER_UPDATE", user_id=user_id, guild_id=guild.id))

    def add_role(self, role: Role, guild: Guild | None = None) -> None:
        guild = guild or self.guild
        guild.roles[role.id] = role
        self.emit(Event("GUILD_ROLE_CREATE", guild_id=guild.id, data={"role": role_json(role)}))

    def change_role(
        self,
        role_id: int,
        *,
        permissions: int | None = None,
        name: str | None = None,
        guild: Guild | None = None,
    ) -> None:
        guild = guild or self.guild
        role = guild.roles[role_id]
        role.permissions = role.permissions if permissions is None else int(permissions)
        role.name = name or role.name
        self.emit(Event("GUILD_ROLE_UPDATE", guild_id=guild.id, data={"role": role_json(role)}))

    def delete_role(self, role_id: int, guild: Guild | None = None) -> None:
        guild = guild or self.guild
        del guild.roles[role_id]
        holders = [holder for holder in guild.members.values() if role_id in holder.roles]
        for member in holders:
            member.roles.remove(role_id)
        for channel in guild.channels.values():
            channel.overwrites.pop(role_id, None)
        data = {"role_id": str(role_id)}
        self.emit(Event("GUILD_ROLE_DELETE", guild_id=guild.id, data=data))
        for member in holders:
            event = Event("GUILD_MEMBER_UPDATE", user_id=member.user_id, guild_id=guild.id)
            self.emit(event)

    def set_bot_present(self, present: bool, guild: Guild | None = None) -> None:
        guild = guild or self.guild
        if guild.bot_present != present:
            guild.bot_present = present
            name = "GUILD_CREATE" if present else "GUILD_DELETE"
            self.emit(Event(name, guild_id=guild.id))

    # ------------------------------------------------------------------ commands and emojis

    def delete_emoji(self, name: str) -> None:
        """Delete an emoji of the application. Raise LookupError if there is none."""
        for emoji in self.emojis.values():
            if emoji.name == name:
                del self.emojis[emoji.id]
                return
        raise LookupError(f"There is no emoji {name!r}.")

    def set_commands(self, guild_id: int | None, commands: list[Json]) -> None:
        """Replace the commands of a guild, or the global ones (None)."""
        self.commands[guild_id] = commands
        self.emit(Event("COMMANDS"))

    def all_commands(self) -> list[Json]:
        """Return the server's commands, its own before the global ones."""
        return [*self.commands.get(self.guild.id, []), *self.commands[None]]


def thread_of(channel: Channel) -> Thread:
    """Return a channel's thread. Raise TypeError if the channel is not a thread."""
    if channel.thread is None:
        raise TypeError(f"Channel {channel.id} is not a thread.")
    return channel.thread
