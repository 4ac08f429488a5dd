"""/leaderboard, /profile, /versus, /history: what is told of matches that are over."""

import discord
from discord import app_commands

from bot.match.games import Games
from bot.match.statistics.projections import Period, rankings
from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.interactions.game_options import Option, game_command
from cogs.screens import STATISTICS
from cogs.statistics.items import HistoryButton, LeaderboardButton, LeaderboardMenu
from cogs.statistics.leaderboards import PERIODS, TITLES
from texts import mark

GAME = mark("Which game; this server's usual one if you name none")
BY = {measure.value: name for measure, name in TITLES.items()} | {
    key: name for screens in STATISTICS.values() for key, name in screens.leaderboards.items()
}
"""What the leaderboards of all games are called, by their key."""


def _of_games(by: Option, games: Games) -> None:
    """Leave out the leaderboards that no installed game has."""
    known = {one.key for game in games.names for one in rankings(games.newest(game))}
    by["choices"] = [choice for choice in by["choices"] if choice["value"] in known]


class StatisticsCommands(TopicCog):
    """Commands about matches that are over."""

    @game_command(mark("This server's best miners"), by=_of_games)
    @app_commands.describe(by=mark("What to rank by"), time=mark("Which matches count"), game=GAME)
    @app_commands.choices(
        by=[
            app_commands.Choice(name=app_commands.locale_str(name), value=key)
            for key, name in BY.items()
        ],
        time=[
            app_commands.Choice(name=app_commands.locale_str(name), value=period.value)
            for period, name in PERIODS.items()
        ],
    )
    @app_commands.guild_only()
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        by: str | None = None,
        time: str = Period.ALL.value,
        game: str | None = None,
    ) -> None:
        """The first page, of all time unless another period is named."""
        await self.services.statistics.leaders(interaction, game, by, time)

    @game_command(mark("How someone plays: rating, wins, heroes, beers"))
    @app_commands.describe(member=mark("Whose profile; yours if you name nobody"), game=GAME)
    @app_commands.guild_only()
    async def profile(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Somebody's profile in this server."""
        await self.services.statistics.profile(interaction, game, (member or interaction.user).id)

    @game_command(mark("You against someone else, match by match"))
    @app_commands.describe(member=mark("Your opponent"), game=GAME)
    @app_commands.guild_only()
    async def versus(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User,
        game: str | None = None,
    ) -> None:
        """Two people against each other in this server."""
        await self.services.statistics.versus(interaction, game, interaction.user.id, member.id)

    @game_command(mark("Finished matches, latest first"))
    @app_commands.describe(member=mark("Whose matches; yours if you name nobody"), game=GAME)
    @app_commands.guild_only()
    async def history(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """The first page of somebody's matches."""
        await self.services.statistics.history(interaction, game, (member or interaction.user).id)


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(HistoryButton, LeaderboardButton, LeaderboardMenu)
    await client.add_cog(StatisticsCommands(client))
