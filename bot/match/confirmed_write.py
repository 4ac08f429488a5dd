"""Writing so that it is known whether it was kept: what is said of it must be true."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.match.store_errors import StoreTrouble, Unsure

T = TypeVar("T")


async def confirmed_write(
    write: Callable[[], Awaitable[T]], look: Callable[[], Awaitable[T | None]]
) -> T:
    """What the write gives; where it fails, what a look at the store finds of it.

    `look` gives None where nothing was kept. Raises the StoreTrouble of the write where that is
    so, and Unsure where the store can't be looked at either.
    """
    try:
        return await write()
    except StoreTrouble as trouble:
        try:
            found = await look()
        except StoreTrouble as blind:
            raise Unsure(f"{trouble}; then {blind}") from trouble
        if found is None:
            raise
        return found
