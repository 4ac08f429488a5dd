"""/report: reports a problem with a match."""

import discord
from discord import app_commands

from cogs.interactions.topics import TopicCog, extension
from cogs.report.handlers import ReportHandlers
from cogs.scenes.autocomplete import matches_to_review
from texts import mark


class ReportCommand(TopicCog):
    """The command that reports problems."""

    @app_commands.command(description=mark("Report a problem with a match; you get a file of it"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    async def report(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Opens the form."""
        await self.services[ReportHandlers].report(interaction, match)


setup = extension(ReportCommand)
