"""Threads: creation and members."""

from playground.errors import (
    archived_thread,
    missing_permissions,
    thread_exists,
    too_many_thread_members,
    unknown,
    wrong_channel_type,
)
from playground.model import (
    FORUMS,
    HAS_THREAD,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    RECIPIENT_ADD,
    TEXT,
    THREAD_CREATED,
    THREAD_STARTER,
    Channel,
    Message,
)
from playground.objects import channel_json, member_json, thread_member_json
from playground.permissions import Permission
from playground.pushes import pushes_of
from playground.rest.call import NOTHING, Call, Reply, ok, route
from playground.rest.guilds import threads_json
from playground.rest.new_threads import make_post, make_thread
from playground.world import thread_of

_CHANNEL = "/channels/{channel_id}"
_MEMBERS = _CHANNEL + "/thread-members"


@route("POST", _CHANNEL + "/messages/{message_id}/threads")
def from_message(call: Call) -> Reply:
    """Start Thread from Message."""
    parent, world = call.channel(Permission.CREATE_PUBLIC_THREADS), call.world
    if parent.kind not in (TEXT, NEWS):
        raise wrong_channel_type()
    message = call.message(parent)
    if message.flags & HAS_THREAD:
        raise thread_exists()
    kind = NEWS_THREAD if parent.kind == NEWS else PUBLIC_THREAD
    channel = make_thread(call, parent, message.id, kind)
    message.flags |= HAS_THREAD
    world.add_channel(channel)
    world.changed(message)
    starter = Message(
        world.snowflakes.new(), channel.id, message.author_id, world.clock(), THREAD_STARTER
    )
    starter.reference = {
        "type": 0,
        "channel_id": str(parent.id),
        "message_id": str(message.id),
        "guild_id": str(parent.guild_id),
    }
    starter.referenced = message
    world.post(starter)
    thread_of(channel).message_count = thread_of(channel).total_sent = 0
    return Reply(201, channel_json(world, channel))


@route("POST", _CHANNEL + "/threads")
def without_message(call: Call) -> Reply:
    """Start Thread without Message: private by default; in a forum, a post."""
    parent, world, fields = call.channel(), call.world, call.fields()
    if parent.kind in FORUMS:
        return make_post(call, parent)
    if parent.kind not in (TEXT, NEWS):
        raise wrong_channel_type()
    kinds = (NEWS_THREAD,) if parent.kind == NEWS else (PUBLIC_THREAD, PRIVATE_THREAD)
    kind = fields.choice("type", kinds, required=False) or PRIVATE_THREAD
    fields.problems.raise_if_any()
    needed = Permission.CREATE_PRIVATE_THREADS
    if kind != PRIVATE_THREAD:
        needed = Permission.CREATE_PUBLIC_THREADS
    call.demand(parent, needed)
    channel = make_thread(call, parent, world.snowflakes.new(), kind)
    world.add_channel(channel)
    if kind != PRIVATE_THREAD:
        note = Message(
            world.snowflakes.new(), parent.id, world.bot_id, world.clock(), THREAD_CREATED
        )
        note.content = channel.name
        note.reference = {
            "type": 0,
            "channel_id": str(channel.id),
            "guild_id": str(parent.guild_id),
        }
        world.post(note)
    return Reply(201, channel_json(world, channel))


@route("GET", _CHANNEL + "/threads/archived/public")
def archived_public(call: Call) -> Reply:
    """List Public Archived Threads."""
    return ok(_archived(call, PUBLIC_THREAD))


@route("GET", _CHANNEL + "/threads/archived/private")
def archived_private(call: Call) -> Reply:
    """List Private Archived Threads."""
    return ok(_archived(call, PRIVATE_THREAD))


def _archived(call: Call, kind: int) -> dict[str, object]:
    parent = call.channel(Permission.READ_MESSAGE_HISTORY)
    if kind == PRIVATE_THREAD:
        call.demand(parent, Permission.MANAGE_THREADS)
    private = kind == PRIVATE_THREAD
    threads = [
        channel
        for channel in call.world.guild_of(parent).channels.values()
        if channel.parent_id == parent.id
        and (channel.kind == PRIVATE_THREAD) == private
        and thread_of(channel).archived
    ]
    threads.sort(key=lambda channel: thread_of(channel).archived_at, reverse=True)
    return threads_json(call, threads)


def _thread(call: Call) -> Channel:
    channel = call.channel()
    if channel.thread is None:
        raise wrong_channel_type()
    return channel


@route("GET", _MEMBERS)
def members(call: Call) -> Reply:
    """List Thread Members."""
    channel = _thread(call)
    return ok([thread_member_json(channel, user) for user in thread_of(channel).members])


@route("GET", _MEMBERS + "/{user_id}")
def get_member(call: Call) -> Reply:
    """Get Thread Member."""
    channel, user_id = _thread(call), call.user()
    if user_id not in thread_of(channel).members:
        raise unknown("member")
    shown = thread_member_json(channel, user_id)
    if call.query.get("with_member", "").lower() in ("1", "true"):
        shown["member"] = member_json(call.world, call.world.guild_of(channel).members[user_id])
    return ok(shown)


@route("PUT", _MEMBERS + "/@me")
def join(call: Call) -> Reply:
    """Join Thread."""
    channel = _thread(call)
    if thread_of(channel).archived:
        raise archived_thread()
    call.world.join_thread(channel, call.world.bot_id)
    return NOTHING


@route("PUT", _MEMBERS + "/{user_id}")
def add(call: Call) -> Reply:
    """Add Thread Member."""
    channel, user_id, world = _thread(call), call.user(), call.world
    thread = thread_of(channel)
    if thread.archived:
        raise archived_thread()
    call.demand(channel, Permission.SEND_MESSAGES_IN_THREADS)
    if user_id not in world.guild_of(channel).members:
        raise unknown("member")
    full = len(thread.members) >= world.most_thread_members
    if full and user_id not in thread.members:
        raise too_many_thread_members()
    if world.join_thread(channel, user_id):
        note = Message(
            world.snowflakes.new(), channel.id, world.bot_id, world.clock(), RECIPIENT_ADD
        )
        note.mentions = [user_id]
        world.post_loudly(note, pushes_of(world, note))
    return NOTHING


@route("DELETE", _MEMBERS + "/@me")
def leave(call: Call) -> Reply:
    """Leave Thread."""
    call.world.leave_thread(_thread(call), call.world.bot_id)
    return NOTHING


@route("DELETE", _MEMBERS + "/{user_id}")
def remove(call: Call) -> Reply:
    """Remove Thread Member."""
    channel, world = _thread(call), call.world
    own = channel.owner_id == world.bot_id and channel.kind == PRIVATE_THREAD
    if not own and not world.can(world.bot_id, Permission.MANAGE_THREADS, channel):
        raise missing_permissions()
    world.leave_thread(channel, call.user())
    return NOTHING
