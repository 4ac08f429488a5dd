"""The persistent buttons and menus below what is told of matches that are over; see buttons.py."""

from typing import Any, Protocol, cast

import discord

from cogs.play import ids
from cogs.play.persistent import Persistent, chosen


class Hall(Protocol):
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


class HasHall(Protocol):
    """The client, as far as these buttons need it."""

    hall: Hall


def _hall(interaction: discord.Interaction) -> Hall:
    return cast("HasHall", interaction.client).hall


class LeadersButton(Persistent, template=ids.LEADERS):
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


class HistoryButton(Persistent, template=ids.HISTORY):
    """Shows another page of somebody's matches."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A page."""
        await _hall(interaction).history(
            interaction, int(self.said["user"]), int(self.said["start"]), int(self.said["asker"])
        )


class LeadersMenu(Persistent, template=ids.LEADERS_MENU):
    """A menu of what a leaderboard orders by."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """What to order by."""
        await _hall(interaction).leaders(
            interaction, chosen(interaction), self.said["era"], asker=int(self.said["asker"])
        )
