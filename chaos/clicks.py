"""What became of each press, as the playground knows it."""

from chaos.reading import Json, text
from chaos.transcript import Click
from playground import Playground
from playground.interaction import COMPONENT, MODAL_SUBMIT, Interaction
from playground.model import Message


def clicks(playground: Playground) -> list[Click]:
    """Every press of a button and every form that was handed in, oldest first."""
    known = playground.interactions.known
    return [_click(one) for one in known if one.kind in (COMPONENT, MODAL_SUBMIT)]


def _click(one: Interaction) -> Click:
    private = [m for m in one.followups if m.is_ephemeral]
    if one.original is not None and one.original is not one.source:
        private.insert(0, one.original)
    told = tuple(_said(message) for message in private)
    acknowledged = one.callback is not None
    custom_id = str(one.data.get("custom_id", ""))
    return Click(one.id, one.created_at, one.user_id, custom_id, acknowledged, told)


def _said(message: Message) -> str:
    content: Json = {"components": message.components, "content": message.content}
    return text(content)
