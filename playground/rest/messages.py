"""Messages by channel: reading, sending, editing, deleting, pinning and reacting."""

from itertools import takewhile
from urllib.parse import unquote

from playground.errors import (
    ApiError,
    archived_thread,
    closed_dm,
    locked_thread,
    not_a_text_channel,
    not_yours_to_edit,
    system_message,
    unknown,
)
from playground.message_objects import hide_from_bot, message_json
from playground.messages import NONCE_LIFE, Composer, publish
from playground.model import DM, FORUMS, PINNED, SYSTEM_TYPES, Channel, Message, Reaction
from playground.permissions import Permission
from playground.rest.call import NOTHING, Call, Reply, ok, page, route
from playground.snowflakes import timestamp
from playground.world import Event

_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = _MESSAGES + "/{message_id}"


def _shown(call: Call, message: Message) -> dict[str, object]:
    return hide_from_bot(call.world, message, message_json(call.world, message))


def _public(channel: Channel) -> list[Message]:
    return [m for m in channel.messages.values() if not m.is_ephemeral]


@route("GET", _MESSAGES)
def history(call: Call) -> Reply:
    """Get Channel Messages, newest first; empty without READ_MESSAGE_HISTORY."""
    channel, limit = call.channel(), call.limit(50, 100)
    world = call.world
    if not world.can(world.bot_id, Permission.READ_MESSAGE_HISTORY, channel):
        return ok([])
    selected = sorted(_public(channel), key=lambda message: message.id)
    before, after = call.query_id("before"), call.query_id("after")
    around = call.query_id("around")
    if around is not None:
        older = [m for m in selected if m.id < around][-(limit // 2) :]
        newer = [m for m in selected if m.id >= around]
        selected = [*older, *newer][:limit]
    elif after is not None:
        selected = [m for m in selected if m.id > after][:limit]
    elif before is not None:
        selected = [m for m in selected if m.id < before][-limit:]
    return ok([_shown(call, message) for message in reversed(selected[-limit:])])


@route("GET", _MESSAGE)
def get(call: Call) -> Reply:
    """Get Channel Message."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return ok(_shown(call, call.message(channel)))


@route("POST", _MESSAGES)
def send(call: Call) -> Reply:
    """Create Message. Reopens an archived thread."""
    channel, world = call.channel(), call.world
    _may_write(call, channel)
    body = call.body.json if isinstance(call.body.json, dict) else {}
    if call.body.files:
        call.demand(channel, Permission.ATTACH_FILES)
    if body.get("embeds"):
        call.demand(channel, Permission.EMBED_LINKS)
    if body.get("message_reference"):
        call.demand(channel, Permission.READ_MESSAGE_HISTORY)
    nonce = body.get("nonce")
    if nonce is not None and body.get("enforce_nonce"):
        same = _with_nonce(call, nonce)
        if same is not None:
            return ok({**message_json(world, same), "nonce": nonce})
    message = Composer(world).new(channel, call.body)
    if channel.thread is not None:
        world.set_archived(channel, False)
        world.join_thread(channel, world.bot_id)
    publish(world, message)
    shown = message_json(world, message)
    return ok(shown if nonce is None else {**shown, "nonce": nonce})


def _with_nonce(call: Call, nonce: object) -> Message | None:
    """Return the bot's recent message with this nonce, in any channel.

    Raise ApiError 10008 if that message was deleted: discord-api-docs PR #6647.
    """
    world = call.world
    since = world.clock() - NONCE_LIFE
    recent = takewhile(lambda message: message.created_at > since, reversed(world.nonces))
    posted = [
        message
        for message in recent
        if message.author_id == world.bot_id and message.nonce == nonce
    ]
    if not posted:
        return None
    if world.find_message(posted[0].id) is not posted[0]:
        raise unknown("message")
    return posted[0]


def _may_write(call: Call, channel: Channel) -> None:
    world = call.world
    if channel.kind == DM and world.closed_dms & set(channel.recipients):
        raise closed_dm()
    if channel.kind in FORUMS:
        raise not_a_text_channel()
    if channel.thread is None:
        call.demand(channel, Permission.SEND_MESSAGES)
        return
    call.demand(channel, Permission.SEND_MESSAGES_IN_THREADS)
    if channel.thread.locked and not world.can(world.bot_id, Permission.MANAGE_THREADS, channel):
        raise archived_thread() if channel.thread.archived else locked_thread()


def _refuse_archived(channel: Channel) -> None:
    if channel.thread is not None and channel.thread.archived:
        raise archived_thread()


@route("PATCH", _MESSAGE)
def edit(call: Call) -> Reply:
    """Edit Message."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot_id:
        raise not_yours_to_edit()
    if message.kind in SYSTEM_TYPES:
        raise system_message()
    _refuse_archived(channel)
    _may_write(call, channel)
    if call.body.files:
        call.demand(channel, Permission.ATTACH_FILES)
    Composer(call.world).edit(message, call.body)
    return ok(message_json(call.world, message))


@route("DELETE", _MESSAGE)
def delete(call: Call) -> Reply:
    """Delete Message."""
    channel = call.channel()
    message = call.message(channel)
    _refuse_archived(channel)
    if message.author_id != call.world.bot_id:
        call.demand(channel, Permission.MANAGE_MESSAGES)
    call.world.delete(message)
    return NOTHING


@route("POST", _MESSAGES + "/bulk-delete")
def bulk_delete(call: Call) -> Reply:
    """Bulk Delete Messages."""
    channel = call.channel(Permission.MANAGE_MESSAGES)
    fields = call.fields()
    ids = {str(number) for number in fields.values("messages", 100, least=2, required=True)}
    fields.problems.raise_if_any()
    for message in [m for m in _public(channel) if str(m.id) in ids]:
        call.world.delete(message)
    return NOTHING


# ---------------------------------------------------------------------- pins


def _set_pinned(call: Call, *, pinned: bool) -> Reply:
    channel, world = call.channel(), call.world
    call.demand(channel, Permission.PIN_MESSAGES)
    message = call.message(channel)
    _refuse_archived(channel)
    if (message.pinned_at is not None) == pinned:
        return NOTHING
    if pinned and sum(m.pinned_at is not None for m in _public(channel)) >= 250:
        raise ApiError(400, 30003, "Maximum number of pins reached (250)")
    message.pinned_at = world.clock() if pinned else None
    if pinned:
        channel.last_pin_at = world.clock()
    world.changed(message)
    if pinned:
        note = Message(world.snowflakes.new(), channel.id, world.bot_id, world.clock(), PINNED)
        note.reference = {
            "type": 0,
            "channel_id": str(channel.id),
            "message_id": str(message.id),
            **({"guild_id": str(channel.guild_id)} if channel.guild_id else {}),
        }
        note.referenced = message
        world.post(note)
    world.emit(Event("CHANNEL_PINS_UPDATE", channel))
    return NOTHING


def _pin(call: Call) -> Reply:
    return _set_pinned(call, pinned=True)


def _unpin(call: Call) -> Reply:
    return _set_pinned(call, pinned=False)


for _template in (_MESSAGES + "/pins/{message_id}", "/channels/{channel_id}/pins/{message_id}"):
    route("PUT", _template)(_pin)
    route("DELETE", _template)(_unpin)


def _pinned(call: Call) -> list[Message]:
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    pinned_messages = [m for m in _public(channel) if m.pinned_at is not None]
    return sorted(pinned_messages, key=lambda message: message.pinned_at or 0, reverse=True)


@route("GET", _MESSAGES + "/pins")
def pins(call: Call) -> Reply:
    """Get Channel Pins."""
    limit = call.limit(50, 50)
    pinned_messages = _pinned(call)
    items = [
        {"pinned_at": timestamp(message.pinned_at or 0), "message": _shown(call, message)}
        for message in pinned_messages[:limit]
    ]
    return page(items, "items", has_more=len(pinned_messages) > limit)


@route("GET", "/channels/{channel_id}/pins")
def old_pins(call: Call) -> Reply:
    """Get Pinned Messages: the older route, without pages."""
    return ok([_shown(call, message) for message in _pinned(call)])


# ---------------------------------------------------------------------- reactions

_REACTIONS = _MESSAGE + "/reactions/{emoji_name}"


def _emoji(call: Call) -> dict[str, object]:
    name, _, number = unquote(call.params["emoji_name"]).partition(":")
    if number:
        emoji = call.world.emojis.get(int(number) if number.isdecimal() else 0)
        if emoji is None:
            raise unknown("emoji")
        return {"id": number, "name": emoji.name}
    if name.isascii():
        raise unknown("emoji")
    return {"id": None, "name": name}


@route("PUT", _REACTIONS + "/@me")
def react(call: Call) -> Reply:
    """Create Reaction."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    message, emoji, world = call.message(channel), _emoji(call), call.world
    _refuse_archived(channel)
    reaction = next((r for r in message.reactions if r.emoji == emoji), None)
    if reaction is None:
        call.demand(channel, Permission.ADD_REACTIONS)
        if len(message.reactions) >= 20:
            raise ApiError(400, 30010, "Maximum number of reactions reached (20)")
        reaction = Reaction(emoji)
        message.reactions.append(reaction)
    if world.bot_id not in reaction.users:
        reaction.users.append(world.bot_id)
        world.changed(message)
    return NOTHING


@route("DELETE", _REACTIONS + "/@me")
def unreact(call: Call) -> Reply:
    """Delete Own Reaction."""
    message, emoji = call.message(call.channel()), _emoji(call)
    for reaction in list(message.reactions):
        if reaction.emoji == emoji and call.world.bot_id in reaction.users:
            reaction.users.remove(call.world.bot_id)
            if not reaction.users:
                message.reactions.remove(reaction)
            call.world.changed(message)
    return NOTHING
