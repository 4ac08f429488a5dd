"""Suggestions for a command's option `match`."""

from discord import app_commands

from cogs.interactions.context import Context
from cogs.scenes.past_lookup import suggest_past
from cogs.topics.client import Interaction


async def running_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    kit = interaction.client.topic_kit
    return await kit.lookup.suggest(Context(kit.interactions, interaction), typed)


async def matches_to_review(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    kit = interaction.client.topic_kit
    return await suggest_past(kit.lookup, Context(kit.interactions, interaction), typed)
