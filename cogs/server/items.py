"""The menus and buttons of /settings."""

from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.interactions.dynamic_items import Interaction, PersistentItem, values
from cogs.server.handlers import ServerHandlers


class SettingItem(PersistentItem, family=families.SETTING):
    """Changes a server's setting."""

    async def used(self, interaction: Interaction) -> None:
        on = custom_ids.switched(self.fields["to"])
        await interaction.client.services[ServerHandlers].choose(
            interaction, self.fields["what"], values(interaction), on=on
        )
