"""/pause and /resume: commands that stop the clock of a match."""

import discord
from discord import app_commands

from cogs.interactions.topics import TopicCog, extension
from cogs.scenes.autocomplete import running_matches
from cogs.timing.handlers import TimingHandlers
from texts import mark


class PaceCommands(TopicCog):
    """Commands that stop clocks."""

    @app_commands.command(description=mark("Ask for a pause of a match, or agree to one"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    async def pause(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """All people in the match have to agree."""
        await self.services[TimingHandlers].pause(interaction, match)

    @app_commands.command(description=mark("End the pause of a match"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    async def resume(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Anybody in the match may."""
        await self.services[TimingHandlers].resume(interaction, match)


setup = extension(PaceCommands)
