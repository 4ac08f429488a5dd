"""The button that opens the form of a report."""

from typing import Any, Protocol, cast

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import PersistentItem
from cogs.ui import widgets


class Reports(Protocol):
    """Who takes reports."""

    async def ask(
        self, interaction: discord.Interaction, board_version: custom_ids.BoardVersion
    ) -> None:
        """Open the form."""


class HasReports(Protocol):
    """The client, as far as the button needs it."""

    reports: Reports


class ReportButton(PersistentItem, template=custom_ids.REPORT):
    """Something is wrong with what this board shows."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it on."""
        await cast("HasReports", interaction.client).reports.ask(interaction, self.board_version)


def report_button(board_version: custom_ids.BoardVersion, label: str) -> ui.Item[Any]:
    """The button for the board that told so much of a match."""
    return ReportButton(widgets.button(custom_ids.report(board_version), label, emoji="🚩"))
