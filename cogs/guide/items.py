"""The menu of topics."""

from cogs.base import custom_id_families as families
from cogs.games.installed import InstalledGames
from cogs.guide.handlers import GuideHandlers
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen


class TopicMenu(PersistentItem, family=families.TOPICS):
    """A menu of the topics of the rules, or of the commands."""

    async def used(self, interaction: Interaction) -> None:
        # A menu that names no game is about the default game.
        services = interaction.client.services
        book, game = self.fields["book"], self.fields["game"] or services[InstalledGames].default
        await services[GuideHandlers].turn(interaction, book, chosen(interaction), game)
