"""Follow-ups and edits by an interaction's token.

The first follow-up after "thinking…" edits that message, so the defer decides who can read it, and
the follow-up's flags don't matter (Discord's documentation: Interactions, Receiving and Responding,
Followup Messages). If the message was deleted before, there is nothing to edit, and the follow-up
gets a 404. Discord doesn't document that answer; Fosscord and several bots report 10008.
"""

from playground.errors import archived_thread, expired_token, too_many_follow_ups, unknown
from playground.installs import MOST_FOLLOW_UPS, is_hidden
from playground.interaction import TOKEN_LIFE, Interaction
from playground.message_objects import message_json
from playground.messages import Composer, publish, reply_to
from playground.model import EPHEMERAL, Message
from playground.rest.call import NOTHING, Call, Reply, ok, route
from playground.rest.callbacks import attach

_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_ORIGINAL = _WEBHOOK + "/messages/@original"
_MESSAGE = _WEBHOOK + "/messages/{message_id}"


def _interaction(call: Call) -> Interaction:
    if call.id("webhook_id") != call.world.bot_id:
        raise unknown("webhook")
    interaction = call.playground.interactions.by_token(call.params["webhook_token"])
    if interaction is None:
        raise unknown("webhook")
    if call.world.clock() >= interaction.created_at + TOKEN_LIFE:
        raise expired_token()
    if interaction.callback is None:
        raise unknown("webhook")
    if call.world.channel(interaction.channel.id) is not interaction.channel:
        raise unknown("channel")
    return interaction


def _message(call: Call, interaction: Interaction) -> Message:
    name = call.params.get("message_id", "@original")
    own = [interaction.original] if interaction.original else []
    message = interaction.original
    if name != "@original":
        wanted = call.id("message_id")
        matching = [m for m in [*own, *interaction.followups] if m.id == wanted]
        message = matching[0] if matching else None
    if message is None or call.world.find_message(message.id) is not message:
        raise unknown("message")
    return message


@route("POST", _WEBHOOK, token=False)
def follow_up(call: Call) -> Reply:
    """Create Followup Message; the first one after a defer fills the "thinking…" message."""
    interaction = _interaction(call)
    world, channel = call.world, interaction.channel
    if interaction.is_guest and interaction.follow_ups_sent == MOST_FOLLOW_UPS:
        raise too_many_follow_ups()
    composer = Composer(world)
    first = interaction.original
    if first is not None and first.is_loading:
        if world.find_message(first.id) is not first:
            raise unknown("message")
        composer.edit(first, call.body)
        interaction.follow_ups_sent += 1
        return ok(message_json(world, first))
    hidden = is_hidden(world, interaction.user_id, channel, interaction.owners)
    message = composer.new(channel, call.body, interaction=True, hidden=hidden)
    if first is not None and first.id in channel.messages:
        reply_to(message, first, channel)
    attach(call, interaction, message)
    if first is not None and message.interaction is not None:
        message.interaction["original_response_message_id"] = str(first.id)
    if channel.thread is not None and not message.flags & EPHEMERAL:
        world.set_archived(channel, False)
    interaction.followups.append(message)
    interaction.follow_ups_sent += 1
    publish(world, message)
    return ok(message_json(world, message))


def _get(call: Call) -> Reply:
    return ok(message_json(call.world, _message(call, _interaction(call))))


def _edit(call: Call) -> Reply:
    interaction = _interaction(call)
    message = _message(call, interaction)
    _check_open(interaction, message)
    Composer(call.world).edit(message, call.body)
    return ok(message_json(call.world, message))


def _delete(call: Call) -> Reply:
    interaction = _interaction(call)
    message = _message(call, interaction)
    _check_open(interaction, message)
    call.world.delete(message)
    return NOTHING


def _check_open(interaction: Interaction, message: Message) -> None:
    thread = interaction.channel.thread
    if thread is not None and thread.archived and not message.is_ephemeral:
        raise archived_thread()


for _template in (_ORIGINAL, _MESSAGE):
    route("GET", _template, token=False)(_get)
    route("PATCH", _template, token=False)(_edit)
    route("DELETE", _template, token=False)(_delete)
