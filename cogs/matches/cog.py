"""/matches: lists of matches."""

import discord
from discord import app_commands

from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.matches.items import MatchesButton
from cogs.matches.lists import MINE, SERVER
from texts import mark


class MatchListCommands(TopicCog):
    """The command that lists matches."""

    @app_commands.command(description=mark("Your matches in this server, and whose turn it is"))
    @app_commands.describe(whose=mark("Only yours, or all in this server"))
    @app_commands.choices(
        whose=[
            app_commands.Choice(name=app_commands.locale_str(mark("Only mine")), value=MINE),
            app_commands.Choice(
                name=app_commands.locale_str(mark("All in this server")), value=SERVER
            ),
        ]
    )
    @app_commands.guild_only()
    async def matches(self, interaction: discord.Interaction, whose: str = MINE) -> None:
        """See MatchListHandlers.show."""
        await self.services.match_list_handlers.show(interaction, whose)


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(MatchesButton)
    await client.add_cog(MatchListCommands(client))
