"""/tutorial: a game's first match, guided, in a private panel."""

import discord
from discord import app_commands

from cogs.interactions.game_options import game_command
from cogs.interactions.topics import TopicCog, extension
from cogs.lessons.handlers import LessonHandlers
from texts import mark


class Tutorial(TopicCog):
    """The command that begins a lesson; games that have one name this extension."""

    @game_command(mark("Learn the game by playing a few turns; only you see it"))
    @app_commands.describe(game=mark("Which game; this server's usual one if you name none"))
    async def tutorial(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """The lesson's first step."""
        await self.services[LessonHandlers].begin(interaction, game)


setup = extension(Tutorial)
