"""The buttons and menus of replays and of sharing."""

import re

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen
from cogs.replay.handlers import ReplayHandlers
from cogs.replay.share_handlers import ShareHandlers


class ReplayButton(PersistentItem, family=families.REPLAY):
    """Goes to a moment, shares it, or asks for something of the whole match."""

    async def used(self, interaction: Interaction) -> None:
        step, verb = int(self.fields["step"]), self.fields["verb"]
        await interaction.client.services[ReplayHandlers].press(interaction, self.match, step, verb)


class ReplayMenu(PersistentItem, family=families.REPLAY_MENU):
    """Jumps to the step that is chosen."""

    async def used(self, interaction: Interaction) -> None:
        value = chosen(interaction)
        # What is no step leaves everything where it is.
        step = int(value) if re.fullmatch("[0-9]{1,6}", value) else int(self.fields["step"])
        await interaction.client.services[ReplayHandlers].press(
            interaction, self.match, step, "next"
        )


class ShareItem(PersistentItem, family=families.SHARE):
    """Opens the panel for sharing, chooses what and where, or shares it here."""

    async def used(self, interaction: Interaction) -> None:
        what, verb = self.fields["what"], self.fields["verb"]
        await interaction.client.services[ShareHandlers].press(
            interaction, self.match, what, verb, chosen(interaction)
        )
