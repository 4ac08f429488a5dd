"""Channels: reading, changing and deleting them, and their permission overwrites."""

from collections.abc import Collection

from playground.errors import archived_thread, missing_permissions, tag_required, unknown
from playground.fields import Fields
from playground.model import DIRECT, FORUMS, REQUIRE_TAG, Channel, Overwrite, Tag
from playground.objects import channel_json
from playground.permissions import Permission
from playground.rest.call import NOTHING, Call, Reply, ok, route
from playground.world import thread_of

AUTO_ARCHIVE = (60, 1440, 4320, 10080)
"""Allowed minutes of inactivity before a thread is archived."""

MOST_TAGS = 5
"""Tags of a post."""
MOST_AVAILABLE_TAGS, TAG_NAME = 20, 20
"""Tags of a forum, and characters of a name: OpenAPI says 50, Discord's clients 20."""

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
    is_forum = channel.kind in FORUMS
    tags = _read_available_tags(call, fields, channel) if is_forum else channel.tags
    flags = fields.number("flags", 0, (1 << 31) - 1) if is_forum else None
    fields.problems.raise_if_any()
    if name is not None:
        channel.name = name
    if "topic" in fields.json:
        channel.topic = topic
    if slowmode is not None:
        channel.slowmode = slowmode
    if flags is not None:
        channel.flags = flags & REQUIRE_TAG
    kept = {tag.id for tag in tags}
    channel.tags = tags
    for post in call.world.guild_of(channel).channels.values():
        if post.parent_id == channel.id:
            post.applied_tags = [tag for tag in post.applied_tags if tag in kept]
    call.world.channel_changed(channel)


def _read_available_tags(call: Call, fields: Fields, forum: Channel) -> list[Tag]:
    """Return the forum's new list of tags: those with an id stay, the others get one."""
    if not fields.has("available_tags"):
        return forum.tags
    known = {tag.id for tag in forum.tags}
    tags: list[Tag] = []
    for item in fields.children("available_tags", MOST_AVAILABLE_TAGS):
        name = item.text("name", TAG_NAME, least=1, required=True) or ""
        number = item.snowflake("id")
        if number is not None and number not in known:
            item.wrong(
                ("id",), "BASE_TYPE_CHOICES", f'Value "{number}" is not a tag of this forum.'
            )
        if name.casefold() in {tag.name.casefold() for tag in tags}:
            item.wrong(("name",), "FORUM_TAG_NAME_ALREADY_EXISTS", "Tag names must be unique")
        moderated = item.flag("moderated")
        tags.append(Tag(number or call.world.snowflakes.new(), name, moderated))
    return tags


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
        tags = read_tags(call, fields, forum, tags)
    fields.problems.raise_if_any()
    if thread.archived and archived:
        raise archived_thread()
    parent = world.channel(channel.parent_id or 0)
    moderates = world.can(world.bot_id, Permission.MANAGE_THREADS, channel)
    own = channel.owner_id == world.bot_id
    if parent is not None and parent.kind in FORUMS:
        # Without "Create Posts", the creator of a post can't edit it: discord-api-docs #5706.
        own = own and world.can(world.bot_id, Permission.SEND_MESSAGES, parent)
        if fields.has("applied_tags") and parent.flags & REQUIRE_TAG and not tags:
            raise tag_required()
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


def read_tags(
    call: Call, fields: Fields, forum: Channel, applied: Collection[int] = ()
) -> list[int]:
    """Return the tags that a request applies, in place of the `applied` ones.

    Only moderators can add or remove a moderated tag.
    """
    moderates = call.world.can(call.world.bot_id, Permission.MANAGE_THREADS, forum)
    moderated = set() if moderates else {tag.id for tag in forum.tags if tag.moderated}
    offered = {tag.id for tag in forum.tags} - moderated | set(applied)
    tags: list[int] = []
    for index, value in enumerate(fields.values("applied_tags", MOST_TAGS)):
        if not str(value).isdecimal() or int(value) not in offered:
            text = f'Value "{value}" is not a tag of this channel.'
            fields.wrong(("applied_tags", index), "BASE_TYPE_CHOICES", text)
        else:
            tags.append(int(value))
    if moderated & set(applied) - set(tags):
        raise missing_permissions()
    return tags


@route("DELETE", _CHANNEL)
def delete(call: Call) -> Reply:
    """Delete Channel; has no effect on direct messages."""
    channel = call.channel()
    shown = channel_json(call.world, channel)
    if channel.kind not in DIRECT:
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
