"""Helpers for custom_ids; custom_id_families.py defines their form."""

import re

from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import BoardVersion as BoardVersion

LARGEST_MATCH = 10**15 - 1


def cancel(board: BoardVersion) -> str:
    """Return the id of the button that withdraws a move before its confirmation."""
    return session(board) if board.session else families.CANCEL.spell(board.match)


def session(board: BoardVersion) -> str:
    """Return the id of the button that refreshes a private session."""
    return families.SESSION.spell(board, "open")


def me(what: str, *, on: bool | None = None) -> str:
    """Return the id of a button of a user's own settings; `on` is the new state of a toggle.

    A second press means the same. Buttons of older versions invert the state instead.
    """
    return families.ME.spell(what, on)


def setting(what: str, *, on: bool | None = None) -> str:
    """Return the id of a menu or button of a server's settings; `on` as in `me`."""
    return families.SETTING.spell(what, on)


def number_in(value: str) -> int | None:
    """Return the id or number chosen in a menu, or None if it does not fit the database."""
    return int(value) if re.fullmatch("[0-9]{1,18}|[1-8][0-9]{18}", value) else None
