"""The buttons and menus of sharing."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen


class ShareItem(PersistentItem, family=families.SHARE):
    """Opens the panel for sharing, chooses what and where, or shares it here."""

    async def used(self, interaction: Interaction) -> None:
        what, verb = self.fields["what"], self.fields["verb"]
        await interaction.client.services.sharing.press(
            interaction, self.match, what, verb, chosen(interaction)
        )
