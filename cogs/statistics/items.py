"""The buttons and menus of leaderboards and histories."""

from cogs.base import custom_id_families as families
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen
from cogs.statistics.handlers import StatisticsHandlers


class LeaderboardButton(PersistentItem, family=families.LEADERBOARD):
    """Shows another page of a leaderboard, or another period."""

    async def used(self, interaction: Interaction) -> None:
        game, ranking, period = self.fields.group("game", "ranking", "period")
        start, asker = int(self.fields["start"]), int(self.fields["asker"])
        statistics = interaction.client.services[StatisticsHandlers]
        await statistics.leaderboard(interaction, game, ranking, period, start, asker)


class LeaderboardMenu(PersistentItem, family=families.LEADERBOARD_MENU):
    """A menu of what a leaderboard orders by."""

    async def used(self, interaction: Interaction) -> None:
        (game, period), ranking = self.fields.group("game", "period"), chosen(interaction)
        statistics, asker = (
            interaction.client.services[StatisticsHandlers],
            int(self.fields["asker"]),
        )
        await statistics.leaderboard(interaction, game, ranking, period, 0, asker)


class HistoryButton(PersistentItem, family=families.HISTORY):
    """Shows another page of somebody's matches."""

    async def used(self, interaction: Interaction) -> None:
        user, start, asker = map(int, self.fields.group("user", "start", "asker"))
        statistics = interaction.client.services[StatisticsHandlers]
        await statistics.history(interaction, self.fields["game"], user, start, asker)
