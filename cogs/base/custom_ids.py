"""Helpers for custom_ids, whose form custom_id_families.py defines."""

import re

from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import BoardVersion as BoardVersion

LARGEST_MATCH = 10**15 - 1


def cancel(board: BoardVersion) -> str:
    return session(board) if board.session else families.CANCEL.spell(board.match)


def session(board: BoardVersion) -> str:
    return families.SESSION.spell(board, "open")


def me(setting_name: str, *, on: bool | None = None) -> str:
    """Return the id of a button of a user's own settings; `on` is the new state of a toggle.

    Naming the new state makes a double press harmless.
    """
    return families.ME.spell(setting_name, on)


def setting(name: str, *, on: bool | None = None) -> str:
    return families.SETTING.spell(name, on)


def number_in(value: str) -> int | None:
    """Return a menu's value as a number, or None if it does not fit into a database column."""
    return int(value) if re.fullmatch("[0-9]{1,18}|[1-8][0-9]{18}", value) else None
