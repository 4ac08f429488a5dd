"""/verify and /luck: whether the dice of a match were fair, and how they fell."""

import discord
from discord import app_commands

from cogs.fairness.handlers import FairnessHandlers
from cogs.interactions.topics import TopicCog, extension
from cogs.scenes.autocomplete import matches_to_review
from texts import mark

MATCH = mark("Match number; the one played here if left out")


class FairnessCommands(TopicCog):
    """Commands about the dice of a match."""

    @app_commands.command(description=mark("Prove the dice of a match: recompute every roll"))
    @app_commands.describe(match=MATCH)
    @app_commands.autocomplete(match=matches_to_review)
    async def verify(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """The commitment while the match runs; everything, with the file, when it is over."""
        await self.services[FairnessHandlers].verify(interaction, match)

    @app_commands.command(description=mark("How lucky a match's dice really were"))
    @app_commands.describe(match=MATCH)
    @app_commands.autocomplete(match=matches_to_review)
    async def luck(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """A private picture of everybody's luck so far, and the same as text."""
        await self.services[FairnessHandlers].luck(interaction, match)


setup = extension(FairnessCommands)
