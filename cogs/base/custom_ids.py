"""Custom_ids that are not spelled field by field; see custom_id_families.py for the others."""

import re

from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import BoardVersion as BoardVersion

LARGEST_MATCH = 10**15 - 1
"""The largest number of a match that fits; see custom_id_families.py."""


def cancel(board: BoardVersion) -> str:
    """A button that leaves a move that its player was asked about."""
    return session(board) if board.session else families.CANCEL.spell(board.match)


def session(board: BoardVersion) -> str:
    """A button that shows a private session as it is now."""
    return families.SESSION.spell(board, "open")


def me(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a button of somebody's own settings; `on` is what a toggle is set to.

    Pressed twice it means the same; buttons of older versions turn a toggle around.
    """
    return families.ME.spell(what, on)


def setting(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a menu or a button of a server's settings; `on` as in `me`."""
    return families.SETTING.spell(what, on)


def number_in(value: str) -> int | None:
    """Return the id or number that was chosen in a menu; None if the database can't hold it."""
    return int(value) if re.fullmatch("[0-9]{1,18}|[1-8][0-9]{18}", value) else None
