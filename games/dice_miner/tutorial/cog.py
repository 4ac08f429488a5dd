"""/tutorial: the first match, guided, in a private panel."""

import discord
from discord import app_commands

from cogs.client import SaludClient
from cogs.interactions import custom_id_families as families
from cogs.interactions.cog import TopicCog, extension
from cogs.interactions.dynamic_items import Interaction, PersistentItem, values
from games.dice_miner import GAME
from games.dice_miner.tutorial.handlers import PRACTISE, TutorialHandlers
from texts import mark


class Tutorial(TopicCog):
    """The command that begins the tutorial."""

    def __init__(self, client: SaludClient) -> None:
        super().__init__(client)
        services = self.services
        self.handlers = TutorialHandlers(
            services.interactions,
            services.matches.games,
            services.emoji,
            services.preferences,
            services.private_pictures,
        )

    @app_commands.command(
        description=mark("Learn the game by playing a few turns; only you see it")
    )
    async def tutorial(self, interaction: discord.Interaction) -> None:
        """The tutorial's first step."""
        await self.handlers.press(interaction)


class TutorialItem(PersistentItem, family=families.TUTORIAL):
    """A choice in the tutorial: a button, or a menu of dice."""

    async def used(self, interaction: Interaction) -> None:
        """See TutorialHandlers.press; the last button begins a match."""
        cog, what = interaction.client.get_cog(Tutorial.__cog_name__), self.fields["what"]
        assert isinstance(cog, Tutorial), "it adds these items"
        if what == PRACTISE:
            await cog.services.invitations.practise(interaction, GAME.name)
            return
        version, ticked = int(self.fields["version"]), values(interaction)
        await cog.handlers.press(interaction, self.fields["path"], what, version, ticked)


setup = extension(Tutorial, TutorialItem)
