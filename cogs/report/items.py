"""The button that opens the form of a report."""

from typing import Any, Protocol, cast

import discord
from discord import ui

from cogs import widgets
from cogs.play import ids
from cogs.play.persistent import Persistent


class Reports(Protocol):
    """Who takes reports."""

    async def ask(self, interaction: discord.Interaction, spot: ids.Spot) -> None:
        """Open the form."""


class HasReports(Protocol):
    """The client, as far as the button needs it."""

    reports: Reports


class ReportButton(Persistent, template=ids.REPORT):
    """Something is wrong with what this board shows."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it on."""
        await cast("HasReports", interaction.client).reports.ask(interaction, self.spot)


def report_button(spot: ids.Spot, label: str) -> ui.Item[Any]:
    """The button for the board that told so much of a match."""
    return ReportButton(widgets.button(ids.report(spot), label, emoji="🚩"))
