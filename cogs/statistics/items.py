"""The persistent buttons and menus below what is told of matches that are over; see buttons.py."""

from typing import Any, Protocol, cast

import discord

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import PersistentItem, chosen


class StatisticsHandlers(Protocol):
    """Who answers them. `asker` is who got the message that they belong to."""

    async def leaders(
        self,
        interaction: discord.Interaction,
        kind: str,
        era: str,
        start: int = 0,
        asker: int | None = None,
    ) -> None:
        """Show a page of a leaderboard."""

    async def history(
        self,
        interaction: discord.Interaction,
        user: int,
        start: int = 0,
        asker: int | None = None,
    ) -> None:
        """Show a page of somebody's matches."""


class HasStatistics(Protocol):
    """The client, as far as these buttons need it."""

    hall: StatisticsHandlers


def _hall(interaction: discord.Interaction) -> StatisticsHandlers:
    return cast("HasStatistics", interaction.client).hall


class LeadersButton(PersistentItem, template=custom_ids.LEADERS):
    """Shows another page of a leaderboard, or another time."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A page."""
        await _hall(interaction).leaders(
            interaction,
            self.said["kind"],
            self.said["era"],
            int(self.said["start"]),
            int(self.said["asker"]),
        )


class HistoryButton(PersistentItem, template=custom_ids.HISTORY):
    """Shows another page of somebody's matches."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A page."""
        await _hall(interaction).history(
            interaction, int(self.said["user"]), int(self.said["start"]), int(self.said["asker"])
        )


class LeadersMenu(PersistentItem, template=custom_ids.LEADERS_MENU):
    """A menu of what a leaderboard orders by."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """What to order by."""
        await _hall(interaction).leaders(
            interaction, chosen(interaction), self.said["era"], asker=int(self.said["asker"])
        )
