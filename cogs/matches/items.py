"""The buttons of lists of matches."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem
from cogs.matches.handlers import MatchListHandlers


class MatchesButton(PersistentItem, family=families.MATCHES):
    """Turns a page of a list of matches."""

    async def used(self, interaction: Interaction) -> None:
        whose, page = self.fields["whose"], int(self.fields["page"])
        await interaction.client.services[MatchListHandlers].show(interaction, whose, page)
