"""/leaderboard, /profile, /versus, /history: what is told of matches that are over."""

import discord
from discord import app_commands

from bot.match.statistics.projections import Era, Kind
from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.statistics.items import HistoryButton, LeaderboardButton, LeaderboardMenu
from texts import mark

KINDS = (
    (Kind.RATING, mark("Rating")),
    (Kind.WINS, mark("Wins")),
    (Kind.WIN_RATE, mark("Win rate")),
    (Kind.AVERAGE, mark("Points per match")),
    (Kind.BEST, mark("Best match")),
    (Kind.BEERS, mark("Beers shared")),
)
ERAS = (
    (Era.ALL, mark("All time")),
    (Era.MONTH, mark("This month")),
    (Era.SEASON, mark("This season")),
)


class StatisticsCommands(TopicCog):
    """Commands about matches that are over."""

    @app_commands.command(description=mark("This server's best miners"))
    @app_commands.describe(by=mark("What to rank by"), time=mark("Which matches count"))
    @app_commands.choices(
        by=[
            app_commands.Choice(name=app_commands.locale_str(name), value=kind.value)
            for kind, name in KINDS
        ],
        time=[
            app_commands.Choice(name=app_commands.locale_str(name), value=era.value)
            for era, name in ERAS
        ],
    )
    @app_commands.guild_only()
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        by: str | None = None,
        time: str = Era.ALL.value,
    ) -> None:
        """A page of it, in matches with at least two people."""
        await self.services.statistics.leaders(interaction, by, time)

    @app_commands.command(description=mark("How someone plays: rating, wins, heroes, beers"))
    @app_commands.describe(member=mark("Whose profile; yours if you name nobody"))
    @app_commands.guild_only()
    async def profile(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
    ) -> None:
        """Somebody's profile in this server."""
        await self.services.statistics.profile(interaction, (member or interaction.user).id)

    @app_commands.command(description=mark("You against someone else, match by match"))
    @app_commands.describe(member=mark("Your opponent"))
    @app_commands.guild_only()
    async def versus(
        self, interaction: discord.Interaction, member: discord.Member | discord.User
    ) -> None:
        """Two people against each other in this server."""
        await self.services.statistics.versus(interaction, interaction.user.id, member.id)

    @app_commands.command(description=mark("Finished matches, latest first"))
    @app_commands.describe(member=mark("Whose matches; yours if you name nobody"))
    @app_commands.guild_only()
    async def history(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
    ) -> None:
        """A page of somebody's matches."""
        await self.services.statistics.history(interaction, (member or interaction.user).id)


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(HistoryButton, LeaderboardButton, LeaderboardMenu)
    await client.add_cog(StatisticsCommands(client))
