"""The buttons of /moderate barred."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem
from cogs.moderation.handlers import ModerationHandlers


class BarredButton(PersistentItem, family=families.BARRED):
    """Turns a page of the list of those whom a server bars."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[ModerationHandlers].barred(
            interaction, int(self.fields["page"])
        )
