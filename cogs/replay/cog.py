"""/replay: a match turn by turn."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import SaludClient
from cogs.interactions.answers import acknowledge, answered, nowhere, private_words
from cogs.matches import lookup as which
from cogs.matches import past_lookup
from texts import mark


class Replays(commands.Cog):
    """Looking back at matches."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("Watch a match again, turn by turn"))
    @app_commands.describe(
        match=mark("Match number; the one played here if left out"),
        step=mark("Which turn to start at"),
    )
    @app_commands.guild_only()
    async def replay(
        self,
        interaction: discord.Interaction,
        match: int | None = None,
        step: app_commands.Range[int, 1] = 1,
    ) -> None:
        """A private panel; matches that still go on can be watched as far as they have come."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            what = which.wanted(interaction, match)
            loaded = await past_lookup.find(self.client, what)
            await self.client.replays.show(interaction, loaded, step, words)

        await answered(interaction, words, work(), nowhere)

    @replay.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        words = private_words(self.client.catalogue, interaction)
        return await past_lookup.suggest(self.client, interaction, current, words)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Replays(client))
