"""The buttons and the menu of tournaments."""

from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen
from cogs.tournaments.handlers import TournamentHandlers
from cogs.tournaments.pages import LAST


class TournamentButton(PersistentItem, family=families.TOURNAMENT):
    """Joins, leaves, checks in, or shows one's own part or the file."""

    async def used(self, interaction: Interaction) -> None:
        tournament, verb = int(self.fields["tournament"]), self.fields["verb"]
        await interaction.client.services[TournamentHandlers].press(interaction, tournament, verb)


class TournamentPage(PersistentItem, family=families.TOURNAMENT_PAGE):
    """Shows a page of standings and brackets."""

    async def used(self, interaction: Interaction) -> None:
        tournament, page = int(self.fields["tournament"]), self.fields["page"]
        await interaction.client.services[TournamentHandlers].page(interaction, tournament, page)


class PastTournaments(PersistentItem, family=families.TOURNAMENTS):
    """Turns a page of past tournaments, or shows the one that is chosen."""

    async def used(self, interaction: Interaction) -> None:
        tournaments, value = interaction.client.services[TournamentHandlers], chosen(interaction)
        tournament = number_in(value)
        if self.fields["verb"] == "look" and tournament is not None:
            await tournaments.page(interaction, tournament, LAST)
        else:
            await tournaments.past(interaction, int(self.fields["page"]))
