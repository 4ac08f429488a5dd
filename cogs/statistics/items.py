"""The buttons and menus of leaderboards and histories."""

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen


class LeaderboardButton(PersistentItem, family=custom_ids.LEADERBOARD):
    """Shows another page of a leaderboard, or another period."""

    async def used(self, interaction: Interaction) -> None:
        """See StatisticsHandlers.leaders."""
        fields = self.fields
        await interaction.client.services.statistics.leaders(
            interaction, fields["kind"], fields["era"], int(fields["start"]), int(fields["asker"])
        )


class LeaderboardMenu(PersistentItem, family=custom_ids.LEADERBOARD_MENU):
    """A menu of what a leaderboard orders by."""

    async def used(self, interaction: Interaction) -> None:
        """See StatisticsHandlers.leaders."""
        era, asker = self.fields["era"], int(self.fields["asker"])
        await interaction.client.services.statistics.leaders(
            interaction, chosen(interaction), era, asker=asker
        )


class HistoryButton(PersistentItem, family=custom_ids.HISTORY):
    """Shows another page of somebody's matches."""

    async def used(self, interaction: Interaction) -> None:
        """See StatisticsHandlers.history."""
        fields = self.fields
        await interaction.client.services.statistics.history(
            interaction, int(fields["user"]), int(fields["start"]), int(fields["asker"])
        )
