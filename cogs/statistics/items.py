"""The buttons and menus of leaderboards and histories."""

from cogs.interactions import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen


class LeaderboardButton(PersistentItem, family=families.LEADERBOARD):
    """Shows another page of a leaderboard, or another period."""

    async def used(self, interaction: Interaction) -> None:
        fields = self.fields
        await interaction.client.services.statistics.turn_leaderboard(
            interaction,
            fields["game"],
            fields["ranking"],
            fields["period"],
            int(fields["start"]),
            int(fields["asker"]),
        )


class LeaderboardMenu(PersistentItem, family=families.LEADERBOARD_MENU):
    """A menu of what a leaderboard orders by."""

    async def used(self, interaction: Interaction) -> None:
        game, period = self.fields["game"], self.fields["period"]
        await interaction.client.services.statistics.turn_leaderboard(
            interaction, game, chosen(interaction), period, 0, int(self.fields["asker"])
        )


class HistoryButton(PersistentItem, family=families.HISTORY):
    """Shows another page of somebody's matches."""

    async def used(self, interaction: Interaction) -> None:
        fields = self.fields
        await interaction.client.services.statistics.turn_history(
            interaction,
            fields["game"],
            int(fields["user"]),
            int(fields["start"]),
            int(fields["asker"]),
        )
