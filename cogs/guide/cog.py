"""/help and /rules: what explains."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import SaludClient
from cogs.guide.commands import COMMANDS
from games.dice_miner.rules_guide import RULES
from texts import mark


class Help(commands.Cog):
    """Commands that explain."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

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
        await self.client.guide.turn(interaction, "rules", topic)

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
        await self.client.guide.turn(interaction, "help", topic)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Help(client))
