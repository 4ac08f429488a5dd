"""/daily: the puzzle of the day."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from cogs.daily.handlers import DailyHandlers
from cogs.games.installed import InstalledGames
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.topics import Interaction, TopicClient, TopicCog
from texts import mark


def _daily(games: InstalledGames) -> Mapping[str, Any] | None:
    """The games that have a puzzle of the day; no option if there is only one."""
    if len(games.daily) < 2:
        return None
    return {CHOICES: [app_commands.Choice(name=games.title(one), value=one) for one in games.daily]}


async def _days(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The last days."""
    return interaction.client.services[DailyHandlers].suggest(typed)


class DailyCommands(TopicCog):
    """The puzzle of the day."""

    @game_command(
        mark("Today's puzzle: the same dice for everybody, and all day to solve it"), game=_daily
    )
    @app_commands.describe(
        day=mark("A day that is over, such as yesterday: its results"),
        game=mark("Which game"),
    )
    @app_commands.autocomplete(day=_days)
    async def daily(
        self, interaction: discord.Interaction, day: str | None = None, game: str | None = None
    ) -> None:
        """A private session; of a day that is over the results."""
        await self.services[DailyHandlers].open(interaction, day, game)


async def setup(client: TopicClient) -> None:
    """Add the command if a game has a day; buttons of days before are answered all the same."""
    if client.services[InstalledGames].daily:
        await client.add_cog(DailyCommands(client))
