"""What an observer is told of an interaction and its answer."""

from typing import Any

import discord

from bot.match.values.errors import Refusal
from bot.observing.answer import Answer, Outcome
from cogs.base import custom_id_families as families
from cogs.screens.base import BadChoice

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060
BUTTON = discord.ComponentType.button.value


def answer_to(interaction: discord.Interaction[Any]) -> Answer:
    """An answer that begins now."""
    kind, name = _kind(interaction)
    return Answer(kind, name, interaction.id, interaction.guild_id)


def unhandled(
    interaction: discord.Interaction[Any], outcome: Outcome, reason: str | None
) -> Answer:
    """The answer to an interaction that came to no handler."""
    answer = answer_to(interaction)
    answer.end(outcome, reason)
    return answer


def _kind(interaction: discord.Interaction[Any]) -> tuple[str, str]:
    """Its kind, and the command or the family of its custom_id."""
    data: dict[str, Any] = dict(interaction.data or {})
    match interaction.type:
        case discord.InteractionType.component:
            kind = "button" if data.get("component_type") == BUTTON else "menu"
        case discord.InteractionType.modal_submit:
            kind = "form"
        case _:
            command = interaction.command
            return "command", "unknown" if command is None else command.qualified_name
    return kind, families.name_of(str(data.get("custom_id", "")))


def is_too_late(error: BaseException | None) -> bool:
    """Whether Discord takes no answer, as it came too late or was given elsewhere."""
    return isinstance(error, discord.HTTPException) and error.code in (
        UNKNOWN_INTERACTION,
        ALREADY_ANSWERED,
    )


def outcome_of(error: BaseException | None, *, counted: bool) -> tuple[Outcome, str | None]:
    """How an answer ended that ended with this error, and the reason."""
    reason = None if error is None else _named(error)
    if is_too_late(error):
        return Outcome.LATE, reason
    if counted:
        return Outcome.COUNTED, reason
    match error:
        case None:
            return Outcome.ANSWERED, None
        case Refusal() | BadChoice():
            return Outcome.REFUSED, reason
        case _:
            return Outcome.FAILED, reason


def _named(error: BaseException) -> str:
    """The kind of an error: there are as many as classes, and codes of Discord."""
    if isinstance(error, discord.HTTPException):
        return f"Discord {error.code or error.status}"
    return type(error).__name__
