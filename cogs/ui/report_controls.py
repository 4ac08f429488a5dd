"""The button that opens the form of a report."""

from typing import Any

from discord import ui

from cogs.base import custom_ids
from cogs.ui import widgets


def report_button(board: custom_ids.BoardVersion, label: str) -> ui.Item[Any]:
    """The button that reports a problem with a board."""
    return widgets.button(custom_ids.report(board), label, emoji="🚩")
