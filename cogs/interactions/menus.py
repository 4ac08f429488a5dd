"""The values chosen in a menu."""

from typing import Any

import discord

Interaction = discord.Interaction[Any]


def values(interaction: Interaction) -> list[str]:
    data: dict[str, Any] = dict(interaction.data or {})
    return [str(value) for value in data.get("values") or ()]


def chosen_value(interaction: Interaction) -> str:
    return next(iter(values(interaction)), "")
