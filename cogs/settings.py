"""/settings for servers."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import acknowledge, answered, nowhere, private_words, tell
from cogs.client import SaludClient
from render.games.dice_miner.board import warm
from render.games.dice_miner.words import palette_name
from render.theme import THEMES
from texts import mark

PALETTES = {
    "usual": mark("Usual colours"),
    "safe": mark("Colour-blind safe"),
    "contrast": mark("High contrast"),
}


class Settings(commands.Cog):
    """Commands that set something."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("How Salud looks in this server"))
    @app_commands.describe(palette=mark("The colours of the pictures"))
    @app_commands.choices(
        palette=[
            app_commands.Choice(name=app_commands.locale_str(name), value=key)
            for key, name in PALETTES.items()
        ]
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(self, interaction: discord.Interaction, palette: str | None = None) -> None:
        """For those who manage the server."""
        words = private_words(self.client.catalogue, interaction)
        guild = interaction.guild_id
        assert guild is not None, "the command is for servers only"

        async def work() -> None:
            await acknowledge(interaction)
            if not interaction.permissions.manage_guild:
                await tell(interaction, words.say("Only who manages this server can change that."))
                return
            if palette is not None and palette in THEMES:
                await self.client.preferences.choose_palette(guild, palette)
                await asyncio.to_thread(warm, THEMES[palette])
            theme = await self.client.preferences.theme(guild)
            name = palette_name(words, theme.name)
            await tell(interaction, words.say("Colours of the pictures: {palette}.", palette=name))

        await answered(interaction, words, work(), nowhere)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Settings(client))
