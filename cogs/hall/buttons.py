"""The persistent buttons and menus below what is told of matches that are over; see buttons.py."""

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from cogs.play import ids


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


class _HallButton(ui.DynamicItem[ui.Button[Any]], template=r"(?!)"):
    """What the buttons share: the class matches nothing itself."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        del interaction, match
        return cls(cast("ui.Button[Any]", item))

    @property
    def said(self) -> re.Match[str]:
        """What the custom_id says."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        return found


class LeadersButton(_HallButton, template=ids.LEADERS):
    """Shows another page of a leaderboard, or another time."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A page."""
        said = self.said
        await _hall(interaction).leaders(
            interaction, said["kind"], said["era"], int(said["start"]), int(said["asker"])
        )


class HistoryButton(_HallButton, template=ids.HISTORY):
    """Shows another page of somebody's matches."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A page."""
        said = self.said
        await _hall(interaction).history(
            interaction, int(said["user"]), int(said["start"]), int(said["asker"])
        )


class LeadersMenu(ui.DynamicItem[ui.Select[Any]], template=ids.LEADERS_MENU):
    """A menu of what a leaderboard orders by."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu in which something was chosen."""
        del interaction, match
        return cls(cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> Any:
        """What to order by."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        data: dict[str, Any] = dict(interaction.data or {})
        kind = str((data.get("values") or [""])[0])
        await _hall(interaction).leaders(interaction, kind, found["era"], asker=int(found["asker"]))
