"""The bot's answers to presses and commands, as recorded by the playground."""

from collections.abc import Iterable

from chaos.messages import Json, text
from chaos.transcript import Interaction, Transcript
from playground import Playground, interaction
from playground.interaction import COMMAND, COMPONENT, MODAL_SUBMIT
from playground.model import Message


def note_interactions(playground: Playground, transcript: Transcript) -> None:
    interactions = playground.interactions.known
    clicked = (i for i in interactions if i.kind in (COMPONENT, MODAL_SUBMIT))
    transcript.clicks = [_recorded(i) for i in clicked]
    transcript.commands = [_recorded(i) for i in interactions if i.kind == COMMAND]


def _recorded(request: interaction.Interaction) -> Interaction:
    private = [m for m in request.followups if m.is_ephemeral]
    if request.original is not None and request.original is not request.source:
        private.insert(0, request.original)
    times = (message.edited_at or message.created_at for message in private)
    command = str(request.data.get("name", "")) if request.kind == COMMAND else ""
    return Interaction(
        request.id,
        request.created_at,
        request.user_id,
        str(request.data.get("custom_id", "")),
        acknowledged=request.callback is not None,
        told=tuple(_said(message) for message in private),
        until=max(times, default=request.created_at),
        command=command,
        named=_options(request.data.get("options", [])) if command else (),
        guild=request.channel.guild_id or 0,
        message=None if request.source is None else request.source.id,
        forged=request.unseen,
    )


def _options(options: Iterable[Json]) -> tuple[tuple[str, str], ...]:
    return tuple((str(option["name"]), str(option.get("value", ""))) for option in options)


def _said(message: Message) -> str:
    return text({"components": message.components, "content": message.content})
