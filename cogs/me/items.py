"""The buttons and menus of /me."""

from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.interactions.dynamic_items import Interaction, PersistentItem, values
from cogs.me.handlers import MeHandlers


class MeButton(PersistentItem, family=families.ME):
    """Changes a setting of the one who presses."""

    async def used(self, interaction: Interaction) -> None:
        on = custom_ids.switched(self.fields["to"])
        await interaction.client.services[MeHandlers].press(interaction, self.fields["what"], on=on)


class MeMenu(PersistentItem, family=families.ME_MENU):
    """Chooses a setting of the one who opens it."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[MeHandlers].choose(
            interaction, self.fields["what"], values(interaction)
        )
