"""The button that opens the form of a report."""

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from cogs.play import ids


class Reports(Protocol):
    """Who takes reports."""

    async def ask(self, interaction: discord.Interaction, spot: ids.Spot) -> None:
        """Open the form."""


class HasReports(Protocol):
    """The client, as far as the button needs it."""

    reports: Reports


class ReportButton(ui.DynamicItem[ui.Button[Any]], template=ids.REPORT):
    """Something is wrong with what this board shows."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        del interaction, match
        return cls(cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it on."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        spot = ids.Spot(int(found["match"]), int(found["seq"]))
        await cast("HasReports", interaction.client).reports.ask(interaction, spot)


def report_button(spot: ids.Spot, label: str) -> ui.Item[Any]:
    """The button for the board that told so much of a match."""
    return ReportButton(
        ui.Button(
            label=label,
            emoji="🚩",
            style=discord.ButtonStyle.secondary,
            custom_id=ids.report(spot),
        )
    )
