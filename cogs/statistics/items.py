"""The persistent buttons and menus below what is told of matches that are over."""

from typing import Any, Protocol, cast

import discord

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import PersistentItem, chosen


class StatisticsHandlers(Protocol):
    """Who answers them.

    `asker` is who got the message that they belong to; `game` is None in those of older versions.
    """

    async def turn_leaderboard(
        self,
        interaction: discord.Interaction,
        game: str | None,
        ranking: str,
        period: str,
        start: int,
        asker: int,
    ) -> None:
        """Show a page of a leaderboard."""

    async def turn_history(
        self, interaction: discord.Interaction, game: str | None, user: int, start: int, asker: int
    ) -> None:
        """Show a page of somebody's matches."""


class HasStatistics(Protocol):
    """The client, as far as these buttons need it."""

    hall: StatisticsHandlers


def _hall(interaction: discord.Interaction) -> StatisticsHandlers:
    return cast("HasStatistics", interaction.client).hall


class LeadersButton(PersistentItem, template=custom_ids.LEADERS):
    """Shows another page of a leaderboard, or another period."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Turn the page."""
        said = self.said
        await _hall(interaction).turn_leaderboard(
            interaction,
            said["game"],
            said["ranking"],
            said["period"],
            int(said["start"]),
            int(said["asker"]),
        )


class HistoryButton(PersistentItem, template=custom_ids.HISTORY):
    """Shows another page of somebody's matches."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Turn the page."""
        said = self.said
        await _hall(interaction).turn_history(
            interaction, said["game"], int(said["user"]), int(said["start"]), int(said["asker"])
        )


class LeadersMenu(PersistentItem, template=custom_ids.LEADERS_MENU):
    """A menu of what a leaderboard orders by."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Show the first page of what was chosen."""
        said = self.said
        await _hall(interaction).turn_leaderboard(
            interaction, said["game"], chosen(interaction), said["period"], 0, int(said["asker"])
        )
