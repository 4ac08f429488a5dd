"""Suggestions for a command's option `match`."""

from discord import app_commands

from cogs.interactions.context import Context, Interactions
from cogs.interactions.topics import Interaction
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.past_lookup import PastLookup


async def running_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Return the user's running matches, first those that wait for them."""
    services = interaction.client.services
    return await services[MatchLookup].suggest(Context(services[Interactions], interaction), typed)


async def matches_to_review(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Return the user's running matches, then finished ones."""
    services = interaction.client.services
    return await services[PastLookup].suggest(Context(services[Interactions], interaction), typed)
