"""/tutorial: a game's first match, guided, in a private panel."""

from typing import Any

import discord
from discord import app_commands

from cogs.base import custom_id_families as families
from cogs.games.installed import InstalledGames
from cogs.interactions.game_options import game_command
from cogs.interactions.topics import PersistentItem, TopicCog, extension, values
from cogs.invitations.handlers import InvitationHandlers
from cogs.lessons.handlers import PRACTISE, LessonHandlers
from texts import mark


class Tutorial(TopicCog):
    """The command that begins a lesson; games that have one name this extension."""

    @game_command(mark("Learn the game by playing a few turns; only you see it"))
    @app_commands.describe(game=mark("Which game; this server's usual one if you name none"))
    async def tutorial(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """The lesson's first step."""
        await self.services[LessonHandlers].begin(interaction, game)


class TutorialItem(PersistentItem, family=families.TUTORIAL):
    """A choice in a lesson: a button, or a menu."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """See LessonHandlers.press; the last button begins a match."""
        services, what = interaction.client.services, self.fields["what"]
        game = self.fields["game"] or services[InstalledGames].taught[0]
        if what == PRACTISE:
            await services[InvitationHandlers].practise(interaction, game)
            return
        path, version = self.fields["path"], int(self.fields["version"])
        ticked = values(interaction)
        await services[LessonHandlers].press(interaction, game, path, what, version, ticked)


setup = extension(Tutorial, TutorialItem)
