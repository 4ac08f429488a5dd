"""/hint: the best move in a match against computers, and why."""

from typing import Any

import discord
from discord import app_commands

from cogs.base import custom_id_families as families
from cogs.hints.handlers import HintHandlers
from cogs.interactions.topics import PersistentItem, TopicCog, extension
from cogs.scenes.autocomplete import running_matches
from texts import mark


class Hints(TopicCog):
    """The command that asks for a hint."""

    @app_commands.command(
        description=mark("In practice: the best move now, and why; only you see it")
    )
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    async def hint(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """A private answer, after two seconds of thought."""
        await self.services[HintHandlers].command(interaction, match)


class HintButton(PersistentItem, family=families.HINT):
    """Tells the best move at a moment."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.services[HintHandlers].press(interaction, self.board)


setup = extension(Hints, HintButton)
