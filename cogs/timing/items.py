"""The buttons of notices."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem
from cogs.timing.handlers import TimingHandlers


class NoticeButton(PersistentItem, family=families.NOTICE):
    """Answers a notice: a vote, an offer, a pause."""

    async def used(self, interaction: Interaction) -> None:
        n, verb = int(self.fields["n"]), self.fields["verb"]
        await interaction.client.services[TimingHandlers].press(interaction, self.match, n, verb)
