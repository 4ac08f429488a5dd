"""New threads and forum posts by a bot."""

from playground.errors import tag_required, too_many_threads
from playground.fields import Fields
from playground.message_objects import message_json
from playground.messages import Composer, publish
from playground.model import (
    PUBLIC_THREAD,
    REQUIRE_TAG,
    Channel,
    Thread,
    ThreadMember,
)
from playground.objects import channel_json
from playground.permissions import Permission
from playground.rest.call import Call, Reply
from playground.rest.channels import AUTO_ARCHIVE, read_tags
from playground.uploads import Body
from playground.world import thread_of


def read_name(fields: Fields) -> str:
    return fields.text("name", 100, least=1, required=True) or ""


def make_thread(call: Call, parent: Channel, thread_id: int, kind: int) -> Channel:
    """Return a new thread with the bot in it, not yet in the world. Raise ApiError 50035, or 160006
    if the server has too many open threads.
    """
    world, fields = call.world, call.fields()
    name = read_name(fields)
    minutes = fields.choice("auto_archive_duration", AUTO_ARCHIVE, required=False) or 4320
    slowmode = fields.number("rate_limit_per_user", 0, 21600, default=0) or 0
    invitable = fields.flag("invitable", default=True)
    fields.problems.raise_if_any()
    threads = [other.thread for other in world.guild_of(parent).channels.values() if other.thread]
    if sum(not other.archived for other in threads) >= world.most_active_threads:
        raise too_many_threads()
    now = world.clock()
    thread = Thread(False, now, minutes, now, invitable=invitable, active_at=now)
    channel = Channel(thread_id, kind, name.strip(), parent.guild_id, parent.id, world.bot_id)
    channel.slowmode = slowmode
    channel.thread = thread
    thread.members[world.bot_id] = ThreadMember(world.bot_id, now)
    return channel


def make_post(call: Call, forum: Channel) -> Reply:
    """Start Thread in Forum or Media Channel; a post needs its first message."""
    call.demand(forum, Permission.SEND_MESSAGES)
    if call.body.files:
        call.demand(forum, Permission.ATTACH_FILES)
    world, fields = call.world, call.fields()
    tags = read_tags(call, fields, forum)
    if fields.child("message", required=True) is None:
        read_name(fields)
    fields.problems.raise_if_any()
    if forum.flags & REQUIRE_TAG and not tags:
        raise tag_required()
    channel = make_thread(call, forum, world.snowflakes.new(), PUBLIC_THREAD)
    channel.applied_tags = tags
    composer = Composer(world, "message")
    message = composer.new(channel, Body(fields.json["message"], call.body.files))
    message.id = channel.id
    world.add_channel(channel)
    publish(world, message)
    thread_of(channel).message_count = thread_of(channel).total_sent = 0
    shown = {**channel_json(world, channel), "message": message_json(world, message)}
    return Reply(201, shown)
