"""The buttons of /mydata forget."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem


class ForgetButton(PersistentItem, family=families.MYDATA):
    """Says whether to forget the one who presses."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services.privacy.press(interaction, self.fields["what"])
