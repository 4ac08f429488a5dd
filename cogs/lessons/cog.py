"""/tutorial: a game's first match, guided, in a private panel."""

import discord
from discord import app_commands

from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.interactions.cog import TopicCog, extension
from cogs.interactions.dynamic_items import Interaction, PersistentItem, values
from cogs.interactions.game_options import game_command
from cogs.lessons.handlers import PRACTISE, LessonHandlers
from texts import mark


class Tutorial(TopicCog):
    """The command that begins a lesson; games that have one name this extension."""

    def __init__(self, client: SaludClient) -> None:
        super().__init__(client)
        services = self.services
        self.handlers = LessonHandlers(
            services.interactions,
            services.games,
            services.emoji,
            services.preferences,
            services.private_pictures,
        )

    @game_command(mark("Learn the game by playing a few turns; only you see it"))
    @app_commands.describe(game=mark("Which game; this server's usual one if you name none"))
    async def tutorial(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """The lesson's first step."""
        await self.handlers.begin(interaction, game)


class TutorialItem(PersistentItem, family=families.TUTORIAL):
    """A choice in a lesson: a button, or a menu."""

    async def used(self, interaction: Interaction) -> None:
        """See LessonHandlers.press; the last button begins a match."""
        cog, what = interaction.client.get_cog(Tutorial.__cog_name__), self.fields["what"]
        assert isinstance(cog, Tutorial), "it adds these items"
        game = self.fields["game"] or cog.services.games.taught[0]
        if what == PRACTISE:
            await cog.services.invitations.practise(interaction, game)
            return
        version, ticked = int(self.fields["version"]), values(interaction)
        await cog.handlers.press(interaction, game, self.fields["path"], what, version, ticked)


setup = extension(Tutorial, TutorialItem)
