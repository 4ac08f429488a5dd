"""Matches to choose from while somebody types a command's option `match`."""

from discord import app_commands

from cogs.interactions.context import Context, Interactions
from cogs.interactions.topics import Interaction
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.past_lookup import PastLookup


async def running_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The user's running matches, those that wait for them first."""
    services = interaction.client.services
    return await services[MatchLookup].suggest(Context(services[Interactions], interaction), typed)


async def matches_to_review(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The user's running matches, then those that are over."""
    services = interaction.client.services
    return await services[PastLookup].suggest(Context(services[Interactions], interaction), typed)
