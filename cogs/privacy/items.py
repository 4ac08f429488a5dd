"""The buttons of /mydata forget."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem
from cogs.privacy.handlers import PrivacyHandlers


class ForgetButton(PersistentItem, family=families.MYDATA):
    """Says whether to forget the one who presses."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[PrivacyHandlers].press(interaction, self.fields["what"])
