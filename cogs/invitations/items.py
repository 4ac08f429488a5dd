"""The buttons of invitations."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem
from cogs.invitations.handlers import InvitationHandlers


class InvitationButton(PersistentItem, family=families.INVITATION):
    """Answers an invitation."""

    async def used(self, interaction: Interaction) -> None:
        invitations, verb = interaction.client.services[InvitationHandlers], self.fields["verb"]
        if verb == "word":
            await invitations.ask_word(interaction, self.match)
        else:
            await invitations.answer(interaction, self.match, verb)
