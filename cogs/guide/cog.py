"""/help and /rules: what explains."""

import discord
from discord import app_commands

from cogs.client import SaludClient
from cogs.guide.commands import COMMANDS
from cogs.guide.items import TopicMenu
from cogs.interactions.cog import TopicCog
from games.dice_miner.rules_guide import RULES
from texts import mark


class Help(TopicCog):
    """Commands that explain."""

    @app_commands.command(description=mark("The rules in short, by topic"))
    @app_commands.describe(topic=mark("The topic you want to know about"))
    @app_commands.choices(
        topic=[
            app_commands.Choice(name=app_commands.locale_str(one.title), value=key)
            for key, one in RULES.items()
        ]
    )
    @app_commands.guild_only()
    async def rules(self, interaction: discord.Interaction, topic: str = "") -> None:
        """One topic, for the reader alone, and a menu of the others."""
        await self.services.guide.turn(interaction, "rules", topic)

    @app_commands.command(description=mark("What Salud is, and all its commands"))
    @app_commands.describe(topic=mark("The topic you want to know about"))
    @app_commands.choices(
        topic=[
            app_commands.Choice(name=app_commands.locale_str(one.title), value=key)
            for key, one in COMMANDS.items()
        ]
    )
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction, topic: str = "") -> None:
        """The commands of one topic, for the reader alone, and a menu of the others."""
        await self.services.guide.turn(interaction, "help", topic)


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(TopicMenu)
    await client.add_cog(Help(client))
