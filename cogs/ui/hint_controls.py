"""The button that asks for a hint."""

from typing import Any

from discord import ui

from cogs.base import custom_ids
from cogs.base.custom_ids import BoardVersion
from cogs.ui import widgets
from texts import Words


def hint_button(board: BoardVersion, words: Words, number: int | None = None) -> ui.Item[Any]:
    """Return a button that asks for the best move where the log had so many entries.

    Several in a row are told apart by `number`.
    """
    # Translators: A button: tell me the best move.
    plain = words.say("Hint")
    # Translators: A button: tell me the best move in the first, second … decision above.
    label = plain if number is None else words.say("Hint {number}", number=number)
    return widgets.button(custom_ids.hint(board), label, emoji="💡")
