"""/tutorial: the first match, guided, in a private panel."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import SaludClient
from texts import mark


class Tutorial(commands.Cog):
    """The command that begins the lesson."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(
        description=mark("Learn the game by playing a few turns; only you see it")
    )
    @app_commands.guild_only()
    async def tutorial(self, interaction: discord.Interaction) -> None:
        """The lesson's first step."""
        await self.client.handlers.tutorial.begin(interaction)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Tutorial(client))
