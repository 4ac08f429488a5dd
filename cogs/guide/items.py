"""The menu of topics."""

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen


class TopicMenu(PersistentItem, family=custom_ids.TOPICS):
    """A menu of the topics of the rules, or of the commands."""

    async def used(self, interaction: Interaction) -> None:
        """See Guide.turn."""
        book = self.fields["book"]
        await interaction.client.services.guide.turn(interaction, book, chosen(interaction))
