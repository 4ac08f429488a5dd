"""/hint: the best move in a match against computers, and why."""

import discord
from discord import app_commands

from cogs.hints.handlers import HintHandlers
from cogs.interactions.topics import TopicCog, extension
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


setup = extension(Hints)
