"""/matches: lists of matches."""

import discord
from discord import app_commands

from cogs.board.match_lists import MINE, SERVER
from cogs.interactions.topics import TopicCog, extension
from cogs.matches.handlers import MatchListHandlers
from cogs.ui.widgets import choices
from texts import mark


class MatchListCommands(TopicCog):
    """The command that lists matches."""

    @app_commands.command(description=mark("Your matches in this server, and whose turn it is"))
    @app_commands.describe(whose=mark("Only yours, or all in this server"))
    @app_commands.choices(
        whose=choices([(mark("Only mine"), MINE), (mark("All in this server"), SERVER)])
    )
    async def matches(self, interaction: discord.Interaction, whose: str = MINE) -> None:
        """See MatchListHandlers.show."""
        await self.services[MatchListHandlers].show(interaction, whose)


setup = extension(MatchListCommands)
