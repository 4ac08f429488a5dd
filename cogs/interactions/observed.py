"""Measurements of interactions and their answers, for observers."""

from typing import Any

import discord

from bot.match.values.errors import Refusal
from bot.observing.answer import AnswerOutcome, MeasuredAnswer
from cogs.base.custom_ids import custom_id_of
from cogs.runtime.foreign_answers import ALREADY_ANSWERED
from cogs.screens.base import BadChoice

UNKNOWN_INTERACTION = 10062
BUTTON = discord.ComponentType.button.value


def answer_to(interaction: discord.Interaction[Any]) -> MeasuredAnswer:
    kind, name = _kind(interaction)
    return MeasuredAnswer(kind, name, interaction.id, interaction.guild_id)


def unhandled_answer(
    interaction: discord.Interaction[Any], outcome: AnswerOutcome, reason: str | None
) -> MeasuredAnswer:
    answer = answer_to(interaction)
    answer.end(outcome, reason)
    return answer


def _kind(interaction: discord.Interaction[Any]) -> tuple[str, str]:
    data: dict[str, Any] = dict(interaction.data or {})
    match interaction.type:
        case discord.InteractionType.component:
            kind = "button" if data.get("component_type") == BUTTON else "menu"
        case discord.InteractionType.modal_submit:
            kind = "form"
        case _:
            command = interaction.command
            return "command", "unknown" if command is None else command.qualified_name
    return kind, custom_id_of(interaction).name


def is_too_late(error: BaseException | None) -> bool:
    """Return whether Discord no longer accepts an answer, because it is too late or another
    delivery was answered.
    """
    return isinstance(error, discord.HTTPException) and error.code in (
        UNKNOWN_INTERACTION,
        ALREADY_ANSWERED,
    )


def outcome_of(error: BaseException | None, *, counted: bool) -> tuple[AnswerOutcome, str | None]:
    reason = None if error is None else _named(error)
    if is_too_late(error):
        return AnswerOutcome.LATE, reason
    if counted:
        return AnswerOutcome.COUNTED, reason
    match error:
        case None:
            return AnswerOutcome.ANSWERED, None
        case Refusal() | BadChoice():
            return AnswerOutcome.REFUSED, reason
        case _:
            return AnswerOutcome.FAILED, reason


def _named(error: BaseException) -> str:
    if isinstance(error, discord.HTTPException):
        return f"Discord {error.code or error.status}"
    return type(error).__name__
