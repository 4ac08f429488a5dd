"""Channels: reading, changing and deleting them, and their permission overwrites."""

from playground.errors import archived_thread, missing_permissions, unknown
from playground.fields import Fields
from playground.model import DM, Channel, Overwrite
from playground.objects import channel_json
from playground.permissions import Permission
from playground.rest.call import NOTHING, Call, Reply, ok, route
from playground.world import thread_of

AUTO_ARCHIVE = (60, 1440, 4320, 10080)
"""Allowed minutes of inactivity before a thread is archived."""

MOST_TAGS = 5

_CHANNEL = "/channels/{channel_id}"


@route("GET", _CHANNEL)
def get(call: Call) -> Reply:
    """Get Channel."""
    return ok(channel_json(call.world, call.channel()))


@route("PATCH", _CHANNEL)
def edit(call: Call) -> Reply:
    """Modify Channel: name and settings of a channel or thread."""
    channel = call.channel()
    if channel.thread is None:
        call.demand(channel, Permission.MANAGE_CHANNELS)
        _edit_channel(call, channel)
    else:
        _edit_thread(call, channel)
    return ok(channel_json(call.world, channel))


def _edit_channel(call: Call, channel: Channel) -> None:
    fields = call.fields()
    name = fields.text("name", 100, least=1)
    topic = fields.text("topic", 1024)
    slowmode = fields.number("rate_limit_per_user", 0, 21600)
    fields.problems.raise_if_any()
    if name is not None:
        channel.name = name
    if "topic" in fields.json:
        channel.topic = topic
    if slowmode is not None:
        channel.slowmode = slowmode
    call.world.channel_changed(channel)


def _edit_thread(call: Call, channel: Channel) -> None:
    world, thread, fields = call.world, thread_of(channel), call.fields()
    name = fields.text("name", 100, least=1)
    minutes = fields.choice("auto_archive_duration", AUTO_ARCHIVE, required=False)
    slowmode = fields.number("rate_limit_per_user", 0, 21600)
    archived = fields.flag("archived", default=thread.archived)
    locked = fields.flag("locked", default=thread.locked)
    tags = channel.applied_tags
    if fields.has("applied_tags"):
        forum = world.channel(channel.parent_id or 0)
        assert forum is not None, "a thread has a parent"
        tags = read_tags(call, fields, forum)
    fields.problems.raise_if_any()
    if thread.archived and archived:
        raise archived_thread()
    moderates = world.can(world.bot_id, Permission.MANAGE_THREADS, channel)
    own = channel.owner_id == world.bot_id
    only_reopens = thread.archived and set(fields.json) <= {"archived"}
    writes = world.can(world.bot_id, Permission.SEND_MESSAGES_IN_THREADS, channel)
    allowed = moderates or (own and not thread.locked)
    if only_reopens and not thread.locked and writes:
        allowed = True
    if (locked != thread.locked or slowmode is not None) and not moderates:
        allowed = False
    if not allowed:
        raise missing_permissions()
    if name is not None:
        channel.name = name
    channel.applied_tags = tags
    if minutes is not None:
        thread.auto_archive_minutes = minutes
    if slowmode is not None:
        channel.slowmode = slowmode
    thread.locked = locked
    if archived != thread.archived:
        world.set_archived(channel, archived)
    else:
        world.channel_changed(channel)


def read_tags(call: Call, fields: Fields, forum: Channel) -> list[int]:
    moderates = call.world.can(call.world.bot_id, Permission.MANAGE_THREADS, forum)
    offered = {tag.id for tag in forum.tags if moderates or not tag.moderated}
    tags: list[int] = []
    for index, value in enumerate(fields.values("applied_tags", MOST_TAGS)):
        if not str(value).isdecimal() or int(value) not in offered:
            text = f'Value "{value}" is not a tag of this channel.'
            fields.wrong(("applied_tags", index), "BASE_TYPE_CHOICES", text)
        else:
            tags.append(int(value))
    return tags


@route("DELETE", _CHANNEL)
def delete(call: Call) -> Reply:
    """Delete Channel; has no effect on direct messages."""
    channel = call.channel()
    shown = channel_json(call.world, channel)
    if channel.kind != DM:
        needed = Permission.MANAGE_CHANNELS
        if channel.thread is not None:
            needed = Permission.MANAGE_THREADS
        call.demand(channel, needed)
        call.world.delete_channel(channel)
    return ok(shown)


@route("POST", _CHANNEL + "/typing")
def typing(call: Call) -> Reply:
    """Trigger Typing Indicator."""
    call.channel()
    return NOTHING


@route("PUT", _CHANNEL + "/permissions/{overwrite_id}")
def put_overwrite(call: Call) -> Reply:
    """Edit Channel Permissions."""
    channel, fields = call.channel(Permission.MANAGE_ROLES), call.fields()
    target = _target(call, channel)
    allow = fields.snowflake("allow") or 0
    deny = fields.snowflake("deny") or 0
    kind = fields.choice("type", (0, 1))
    fields.problems.raise_if_any()
    channel.overwrites[target] = Overwrite(kind, allow, deny)
    call.world.channel_changed(channel)
    return NOTHING


@route("DELETE", _CHANNEL + "/permissions/{overwrite_id}")
def delete_overwrite(call: Call) -> Reply:
    """Delete Channel Permission."""
    channel = call.channel(Permission.MANAGE_ROLES)
    channel.overwrites.pop(_target(call, channel), None)
    call.world.channel_changed(channel)
    return NOTHING


def _target(call: Call, channel: Channel) -> int:
    target, guild = call.id("overwrite_id"), call.world.guild_of(channel)
    if target not in guild.roles and target not in guild.members:
        raise unknown("role")
    return target
