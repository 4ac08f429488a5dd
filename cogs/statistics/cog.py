"""/leaderboard, /profile, /versus, /history: what is told of matches that are over."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.match.daily.standings import DAYS
from bot.match.statistics.projections import rankings
from cogs.games.installed import InstalledGames
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.topics import TopicCog, extension
from cogs.statistics.day_boards import SPANS
from cogs.statistics.handlers import StatisticsHandlers
from cogs.statistics.leaderboards import PERIODS, PUZZLE_OF_THE_DAY, TITLES
from cogs.ui.widgets import choices
from texts import mark

GAME = mark("Which game; this server's usual one if you name none")


def _leaderboards(games: InstalledGames) -> Mapping[str, Any]:
    """The leaderboards that the installed games have, the common ones first."""
    named = {measure.value: name for measure, name in TITLES.items()}
    for game in games.names:
        named |= games.statistics(game).leaderboards
    known = {one.key for game in games.names for one in rankings(games.newest(game))}
    if games.daily:
        named[DAYS] = PUZZLE_OF_THE_DAY
        known.add(DAYS)
    return {CHOICES: choices((name, key) for key, name in named.items() if key in known)}


def _times(games: InstalledGames) -> Mapping[str, Any]:
    """The times that the leaderboards of the installed games have."""
    named = {one.value: name for one, name in PERIODS.items()}
    if games.daily:
        named = {one.value: name for one, name in SPANS.items()} | named
    return {CHOICES: choices((name, key) for key, name in named.items())}


class StatisticsCommands(TopicCog):
    """Commands about matches that are over."""

    @game_command(mark("This server's best players"), by=_leaderboards, time=_times)
    @app_commands.describe(by=mark("What to rank by"), time=mark("Which matches count"), game=GAME)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        by: str | None = None,
        time: str | None = None,
        game: str | None = None,
    ) -> None:
        """The first page, of all time unless a time is named; of puzzles of this week."""
        await self.services[StatisticsHandlers].leaderboard(interaction, game, by, time)

    @game_command(mark("How someone plays: rating, wins, achievements"))
    @app_commands.describe(member=mark("Whose profile; yours if you name nobody"), game=GAME)
    async def profile(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Somebody's profile in this server."""
        await self.services[StatisticsHandlers].profile(
            interaction, game, (member or interaction.user).id
        )

    @game_command(mark("You against someone else, match by match"))
    @app_commands.describe(member=mark("Your opponent"), game=GAME)
    async def versus(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User,
        game: str | None = None,
    ) -> None:
        """Two people against each other in this server."""
        await self.services[StatisticsHandlers].versus(
            interaction, game, interaction.user.id, member.id
        )

    @game_command(mark("Finished matches, latest first"))
    @app_commands.describe(member=mark("Whose matches; yours if you name nobody"), game=GAME)
    async def history(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """The first page of somebody's matches."""
        await self.services[StatisticsHandlers].history(
            interaction, game, (member or interaction.user).id
        )


setup = extension(StatisticsCommands)
