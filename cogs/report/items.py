"""The button that opens the form of a report."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem
from cogs.report.handlers import ReportHandlers


class ReportButton(PersistentItem, family=families.REPORT):
    """Reports a problem with what a board shows."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[ReportHandlers].ask(interaction, self.board)
