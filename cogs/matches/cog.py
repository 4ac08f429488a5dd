"""/matches: lists of matches."""

from typing import Any

import discord
from discord import app_commands

from cogs.base import custom_id_families as families
from cogs.board.match_lists import MINE, SERVER
from cogs.interactions.topics import PersistentItem, TopicCog, extension
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


class MatchesButton(PersistentItem, family=families.MATCHES):
    """Turns a page of a list of matches."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        whose, page = self.fields["whose"], int(self.fields["page"])
        await interaction.client.services[MatchListHandlers].show(interaction, whose, page)


setup = extension(MatchListCommands, MatchesButton)
