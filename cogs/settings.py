"""/settings for servers, /me for people."""

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

    @app_commands.command(description=mark("How Salud speaks to you"))
    @app_commands.describe(
        text_mode=mark("Be offered the board as text at each of your turns"),
        confirm=mark("Be asked before each move"),
        take_back=mark("In practice: computers wait a little, so that you can take a pick back"),
        turn_over=mark("After your turn be told, privately, who is next"),
    )
    @app_commands.guild_only()
    async def me(
        self,
        interaction: discord.Interaction,
        text_mode: bool | None = None,
        confirm: bool | None = None,
        take_back: bool | None = None,
        turn_over: bool | None = None,
    ) -> None:
        """For everyone: changes what is named, and says what holds."""
        words = private_words(self.client.catalogue, interaction)
        user, preferences = interaction.user.id, self.client.preferences
        habits = self.client.desk.turns.habits

        async def work() -> None:
            await acknowledge(interaction)
            if text_mode is not None:
                await preferences.set_text_mode(user, text_mode)
            await habits.choose(user, confirm=confirm, take_back=take_back, turn_over=turn_over)
            if await preferences.readers([user]):
                text = words.say("You are offered the board as text at each of your turns.")
            else:
                text = words.say("You play by pictures; every board has a button for its text.")
            await tell(interaction, "\n".join([text, *await habits.lines(user, words)]))

        await answered(interaction, words, work(), nowhere)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Settings(client))
