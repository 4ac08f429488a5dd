"""/replay: a match turn by turn."""

import discord
from discord import app_commands

from cogs.interactions.topics import TopicCog, extension
from cogs.replay.handlers import ReplayHandlers
from cogs.scenes.autocomplete import matches_to_review
from texts import mark


class Replays(TopicCog):
    """Looking back at matches."""

    @app_commands.command(description=mark("Watch a match again, turn by turn"))
    @app_commands.describe(
        match=mark("Match number; the one played here if left out"),
        step=mark("Which turn to start at"),
    )
    @app_commands.autocomplete(match=matches_to_review)
    async def replay(
        self,
        interaction: discord.Interaction,
        match: int | None = None,
        step: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """A private panel; a running match can be watched up to its last turn."""
        await self.services[ReplayHandlers].watch(interaction, match, step)

    @app_commands.command(description=mark("How well everybody decided in a match that is over"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    async def accuracy(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """A private answer; it may take a minute."""
        await self.services[ReplayHandlers].accuracy(interaction, match)


setup = extension(Replays)
