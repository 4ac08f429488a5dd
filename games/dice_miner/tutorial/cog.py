"""/tutorial: the first match, guided, in a private panel."""

import discord
from discord import app_commands

from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from games.dice_miner.tutorial.items import TutorialItem
from texts import mark


class Tutorial(TopicCog):
    """The command that begins the lesson."""

    @app_commands.command(
        description=mark("Learn the game by playing a few turns; only you see it")
    )
    @app_commands.guild_only()
    async def tutorial(self, interaction: discord.Interaction) -> None:
        """The lesson's first step."""
        await self.services.tutorial.begin(interaction)


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(TutorialItem)
    await client.add_cog(Tutorial(client))
