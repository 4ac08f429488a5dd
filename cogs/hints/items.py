"""The button that asks for a hint."""

from cogs.base import custom_id_families as families
from cogs.hints.handlers import HintHandlers
from cogs.interactions.dynamic_items import Interaction, PersistentItem


class HintButton(PersistentItem, family=families.HINT):
    """Tells the best move at a moment."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[HintHandlers].press(interaction, self.board)
