"""What became of each press and each command, as the playground knows it."""

from collections.abc import Iterable

from chaos.reading import Json, text
from chaos.transcript import Click
from playground.interaction import COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from playground.model import Message


def clicks(known: Iterable[Interaction]) -> list[Click]:
    """Every press of a button and every form that was handed in, oldest first."""
    return [_click(one) for one in known if one.kind in (COMPONENT, MODAL_SUBMIT)]


def commands(known: Iterable[Interaction]) -> list[Click]:
    """Every command that was used, oldest first."""
    return [_click(one) for one in known if one.kind == COMMAND]


def _click(one: Interaction) -> Click:
    private = [m for m in one.followups if m.is_ephemeral]
    if one.original is not None and one.original is not one.source:
        private.insert(0, one.original)
    told = tuple(_said(message) for message in private)
    acknowledged = one.callback is not None
    custom_id = str(one.data.get("custom_id", ""))
    times = (message.edited_at or message.created_at for message in private)
    command = str(one.data.get("name", "")) if one.kind == COMMAND else ""
    return Click(
        one.id,
        one.created_at,
        one.user_id,
        custom_id,
        acknowledged,
        told,
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
    content: Json = {"components": message.components, "content": message.content}
    return text(content)
