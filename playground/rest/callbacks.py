"""The bot's first answer to an interaction."""

from playground.component_checker import Checker
from playground.errors import Json, Problems, already_acknowledged, archived_thread, unknown
from playground.fields import Fields
from playground.installs import is_hidden
from playground.interaction import (
    AUTOCOMPLETE,
    COMMAND,
    MODAL_SUBMIT,
    Interaction,
)
from playground.message_objects import message_json
from playground.messages import Composer, publish, reply_to
from playground.modals import read_modal
from playground.model import COMMAND as COMMAND_MESSAGE
from playground.model import MENU_COMMAND, Message
from playground.rest.call import NOTHING, Call, Reply, ok, route
from playground.uploads import Body

PONG, MESSAGE, DEFER_MESSAGE, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9

_AT = "data"


def _allowed(interaction: Interaction) -> tuple[int, ...]:
    if interaction.kind == AUTOCOMPLETE:
        return (CHOICES,)
    allowed: tuple[int, ...] = (MESSAGE, DEFER_MESSAGE)
    if interaction.source is not None:
        allowed = (*allowed, DEFER_UPDATE, UPDATE)
    return allowed if interaction.kind == MODAL_SUBMIT else (*allowed, MODAL)


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", token=False)
def answer(call: Call) -> Reply:
    """Create Interaction Response."""
    interaction = call.playground.interactions.get(call.id("interaction_id"))
    if interaction is None or interaction.token != call.params["interaction_token"]:
        raise unknown("interaction")
    if interaction.callback is not None:
        raise already_acknowledged()
    answer_by = interaction.created_at + call.playground.interactions.answer_within
    late = call.world.clock() >= answer_by
    if late or interaction.failure is not None:
        raise unknown("interaction")
    if call.world.channel(interaction.channel.id) is not interaction.channel:
        raise unknown("channel")
    fields = call.fields()
    kind = fields.choice("type", _allowed(interaction))
    fields.problems.raise_if_any()
    body = Body(fields.json.get(_AT) or {}, call.body.files)
    _ANSWERS[kind](call, interaction, body)
    call.playground.interactions.acknowledge(interaction, kind)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return NOTHING
    return ok(_response(call, interaction, kind))


def attach(call: Call, interaction: Interaction, message: Message) -> None:
    """Turn a new message into an answer to an interaction."""
    message.interaction = interaction.metadata(call.world)
    if message.is_ephemeral:
        message.reader_id = interaction.user_id


def _begin(call: Call, interaction: Interaction, message: Message) -> None:
    attach(call, interaction, message)
    opener = interaction.opened_by or interaction
    if opener.kind == COMMAND:
        chat = opener.data["type"] == 1
        message.kind = COMMAND_MESSAGE if chat else MENU_COMMAND
        message.command_name = opener.data["name"] if interaction is opener else None
    elif interaction.source is not None:
        reply_to(message, interaction.source, interaction.channel)
    interaction.original = message
    publish(call.world, message)


def _is_hidden(call: Call, interaction: Interaction) -> bool:
    return is_hidden(call.world, interaction.user_id, interaction.channel, interaction.owners)


def _message(call: Call, interaction: Interaction, body: Body) -> None:
    composer = Composer(call.world, _AT)
    hidden = _is_hidden(call, interaction)
    message = composer.new(interaction.channel, body, interaction=True, hidden=hidden)
    _begin(call, interaction, message)


def _defer_message(call: Call, interaction: Interaction, body: Body) -> None:
    composer = Composer(call.world, _AT)
    hidden = _is_hidden(call, interaction)
    message = composer.new(interaction.channel, body, interaction=True, loading=True, hidden=hidden)
    _begin(call, interaction, message)


def _defer_update(call: Call, interaction: Interaction, body: Body) -> None:
    del call, body
    interaction.original = interaction.source


def _update(call: Call, interaction: Interaction, body: Body) -> None:
    source = interaction.source
    assert source is not None, "the type is only allowed with a message"
    if call.world.find_message(source.id) is None:
        raise unknown("message")
    thread = interaction.channel.thread
    if thread is not None and thread.archived and not source.is_ephemeral:
        raise archived_thread()
    Composer(call.world, _AT).edit(source, body)
    interaction.original = source


def read_choices(fields: Fields) -> list[Json]:
    choices: list[Json] = []
    for choice in fields.children("choices", 25):
        name = choice.text("name", 100, least=1, required=True)
        value = choice.json.get("value")
        if isinstance(value, str):
            choice.text("value", 100, least=1)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            choice.wrong(("value",), "BASE_TYPE_REQUIRED", "This field is required")
        choices.append({"name": name, "value": value})
    return choices


def _choices(call: Call, interaction: Interaction, body: Body) -> None:
    del call
    fields = Fields(body.json, (), Problems(_AT))
    choices = read_choices(fields)
    fields.problems.raise_if_any()
    interaction.choices = choices


def _modal(call: Call, interaction: Interaction, body: Body) -> None:
    fields = Fields(body.json, (), Problems(_AT))
    form = read_modal(Checker(fields.problems, call.world.takes_emoji), fields)
    fields.problems.raise_if_any()
    interaction.modal = form


_ANSWERS = {
    MESSAGE: _message,
    DEFER_MESSAGE: _defer_message,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    MODAL: _modal,
}


def _response(call: Call, interaction: Interaction, kind: int) -> Json:
    shown: Json = {"id": str(interaction.id), "type": interaction.kind}
    shown["channel_id"] = str(interaction.channel.id)
    if interaction.channel.guild_id is not None:
        shown["guild_id"] = str(interaction.channel.guild_id)
    message = interaction.original
    if message is None or kind not in (MESSAGE, DEFER_MESSAGE, DEFER_UPDATE, UPDATE):
        return {"interaction": shown}
    shown |= {
        "response_message_id": str(message.id),
        "response_message_loading": message.is_loading,
        "response_message_ephemeral": message.is_ephemeral,
    }
    if kind not in (MESSAGE, UPDATE):
        return {"interaction": shown}
    resource = {"type": kind, "message": message_json(call.world, message)}
    return {"interaction": shown, "resource": resource}
