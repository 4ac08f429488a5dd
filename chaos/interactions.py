"""What became of each press and each command, as the playground knows it."""

from collections.abc import Iterable

from chaos.messages import Json, text
from chaos.transcript import Interaction, Transcript
from playground import Playground, interaction
from playground.interaction import COMMAND, COMPONENT, MODAL_SUBMIT
from playground.model import Message


def note_interactions(playground: Playground, transcript: Transcript) -> None:
    """Put all that people pressed, handed in and commanded into the transcript."""
    all_of_them = playground.interactions.known
    clicked = (one for one in all_of_them if one.kind in (COMPONENT, MODAL_SUBMIT))
    transcript.clicks = [_recorded(one) for one in clicked]
    transcript.commands = [_recorded(one) for one in all_of_them if one.kind == COMMAND]


def _recorded(one: interaction.Interaction) -> Interaction:
    private = [m for m in one.followups if m.is_ephemeral]
    if one.original is not None and one.original is not one.source:
        private.insert(0, one.original)
    times = (message.edited_at or message.created_at for message in private)
    command = str(one.data.get("name", "")) if one.kind == COMMAND else ""
    return Interaction(
        one.id,
        one.created_at,
        one.user_id,
        str(one.data.get("custom_id", "")),
        acknowledged=one.callback is not None,
        told=tuple(_said(message) for message in private),
        until=max(times, default=one.created_at),
        command=command,
        named=_options(one.data.get("options", [])) if command else (),
        guild=one.channel.guild_id or 0,
        message=None if one.source is None else one.source.id,
        forged=one.unseen,
    )


def _options(options: Iterable[Json]) -> tuple[tuple[str, str], ...]:
    return tuple((str(one["name"]), str(one.get("value", ""))) for one in options)


def _said(message: Message) -> str:
    return text({"components": message.components, "content": message.content})
