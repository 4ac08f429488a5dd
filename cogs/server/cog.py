"""/settings: the settings of a server."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.match.playing.taking_over import TAKING_OVER
from cogs.games.installed import InstalledGames
from cogs.interactions.context import Context
from cogs.interactions.game_options import game_command
from cogs.interactions.topics import TopicCog, extension
from cogs.preferences.server_settings import (
    AS_SERVER,
    COLOURS,
    GAME,
    LANGUAGE,
    NOISE,
    NOISES,
    PACE,
    PACES,
    PALETTE,
    PLACE,
    PLACES,
    TAKING_OVER_AS,
    Setting,
)
from cogs.server.handlers import ServerHandlers
from cogs.server.panel import language_name
from cogs.ui.widgets import choices, suggestions
from texts import Catalogue, mark


def _choices(setting: Setting) -> list[app_commands.Choice[str]]:
    return choices((option.label, option.value) for option in setting.options)


def _morning(games: InstalledGames) -> Mapping[str, Any] | None:
    """The option for the table of each day; none without a game that has days."""
    return {} if games.daily else None


class Settings(TopicCog):
    """The command that shows and changes them."""

    @game_command(mark("How Salud works in this server"), morning=_morning)
    @app_commands.describe(
        language=mark("The language of what everyone sees"),
        palette=mark("The colours of the pictures"),
        pace=mark("The default pace of new matches"),
        place=mark("Threads, or the channel"),
        noise=mark("How much is posted"),
        takeover=mark("How well computers play that take over a seat"),
        overview=mark("A message in this channel that says whose turn it is"),
        game=mark("The game a command means if you name none"),
        morning=mark("The table of each day's puzzle in this channel, the morning after"),
    )
    @app_commands.choices(
        palette=_choices(COLOURS),
        pace=_choices(PACES),
        place=_choices(PLACES),
        noise=_choices(NOISES),
        takeover=_choices(TAKING_OVER_AS),
    )
    @app_commands.default_permissions(manage_guild=True)
    async def settings(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        palette: str | None = None,
        pace: str | None = None,
        place: str | None = None,
        noise: str | None = None,
        takeover: str | None = None,
        overview: bool | None = None,
        game: str | None = None,
        morning: bool | None = None,
    ) -> None:
        """Changes what is named, and shows the panel; for those who manage the server."""
        named = {
            LANGUAGE: language,
            PALETTE: palette,
            PACE: pace,
            PLACE: place,
            NOISE: noise,
            TAKING_OVER: takeover,
            GAME: game,
        }
        wanted = {name: [value] for name, value in named.items() if value is not None}
        await self.services[ServerHandlers].settings(
            interaction, wanted, overview=overview, morning=morning
        )

    @settings.autocomplete("language")
    async def _language(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        words = Context(self.interactions, interaction).words
        names = {AS_SERVER: words.say("The server's Discord language")}
        names |= {one: language_name(one) for one in self.services[Catalogue].languages}
        return suggestions(((name, value) for value, name in names.items()), current)


setup = extension(Settings)
