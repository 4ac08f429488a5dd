"""The buttons and the menu about days."""

from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen


class DayItem(PersistentItem, family=families.DAY):
    """Shows the results of a day, posts a card, or steps through the match that is chosen."""

    async def used(self, interaction: Interaction) -> None:
        day, verb, game = self.fields["day"], self.fields["verb"], self.fields["game"]
        services, value = interaction.client.services, chosen(interaction)
        match = number_in(value)
        if verb == "watch" and match is not None:
            await services.replays.press(interaction, match, 0, "open")
        else:
            await services.days.press(interaction, day, verb, game)
