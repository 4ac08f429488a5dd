"""Writes whose outcome is certain.

Usually a failed write has written nothing. But if only the confirmation of a commit was lost, the
change is on disk although the store reported an error. The bot would then tell a player "nothing
changed", and their next press would find the move in the log, or a retry would write it twice.

So after each failure `confirmed_write` looks for the change in the store. If it is there, the write
succeeded. If it is missing, one more attempt follows, because most trouble is over in a moment. If
even the search fails, the error is Unsure, and the bot's answer says so.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.match.log.store_errors import StoreTrouble, Unsure

_log = logging.getLogger(__name__)

T = TypeVar("T")


async def confirmed_write(
    write: Callable[[], Awaitable[T]], look: Callable[[], Awaitable[T | None]]
) -> T:
    """Return the result of `write` or, if it fails, the change that `look` finds in the store.

    `look` returns None or False if nothing was written. Raises StoreTrouble, or Unsure if `look`
    fails, too.
    """
    try:
        return await _once(write, look)
    except Unsure:
        raise
    except StoreTrouble as trouble:
        _log.warning("A write failed, retrying once: %s", trouble)
        return await _once(write, look)


async def _once(write: Callable[[], Awaitable[T]], look: Callable[[], Awaitable[T | None]]) -> T:
    try:
        return await write()
    except StoreTrouble as trouble:
        try:
            change = await look()
        except StoreTrouble as unreadable:
            raise Unsure(f"{trouble}; then {unreadable}") from trouble
        if change is None or change is False:
            raise
        return change
