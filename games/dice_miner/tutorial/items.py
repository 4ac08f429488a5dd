"""The buttons and menus of the tutorial."""

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import Interaction, PersistentItem, values
from games.dice_miner.tutorial.handlers import PRACTISE


class TutorialItem(PersistentItem, family=custom_ids.TUTORIAL):
    """A choice in the tutorial: a button, or a menu of dice."""

    async def used(self, interaction: Interaction) -> None:
        """See TutorialHandlers.press; the last button begins a match."""
        services, what = interaction.client.services, self.fields["what"]
        if what == PRACTISE:
            await services.invitations.practise(interaction)
            return
        version, ticked = int(self.fields["version"]), values(interaction)
        await services.tutorial.press(interaction, version, self.fields["path"], what, ticked)
