"""Writing so that it is known whether it was written: what people are told must be true."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.match.log.store_errors import StoreTrouble, Unsure

_log = logging.getLogger(__name__)

T = TypeVar("T")


async def confirmed_write(
    write: Callable[[], Awaitable[T]], look: Callable[[], Awaitable[T | None]]
) -> T:
    """Write; return what `write` returns or, if it fails, what `look` finds of it in the store.

    `look` returns None or False if nothing was written. Then it is written once more: most trouble
    is over at once, and a person is waiting. Raises the StoreTrouble of that, or Unsure if `look`
    fails, too.
    """
    try:
        return await _once(write, look)
    except Unsure:
        raise
    except StoreTrouble as trouble:
        _log.warning("What was not written is tried again: %s", trouble)
        return await _once(write, look)


async def _once(write: Callable[[], Awaitable[T]], look: Callable[[], Awaitable[T | None]]) -> T:
    try:
        return await write()
    except StoreTrouble as trouble:
        try:
            found = await look()
        except StoreTrouble as blind:
            raise Unsure(f"{trouble}; then {blind}") from trouble
        if found is None or found is False:
            raise
        return found
