"""The button that asks for a hint."""

from typing import Any

from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.custom_ids import BoardVersion
from cogs.ui import widgets
from texts import Words


def hint_button(board: BoardVersion, words: Words) -> ui.Item[Any]:
    """Asks for the best move where the log had so many entries."""
    # Translators: A button: tell me the best move.
    return widgets.button(custom_ids.hint(board), words.say("Hint"), emoji="💡")
