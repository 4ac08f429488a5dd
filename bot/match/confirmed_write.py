"""Writing so that it is known whether it was written: what people are told must be true."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.match.store_errors import StoreTrouble, Unsure

T = TypeVar("T")


async def confirmed_write(
    write: Callable[[], Awaitable[T]], look: Callable[[], Awaitable[T | None]]
) -> T:
    """What `write` gives or, if it fails, what `look` finds of it in the store.

    `look` gives None if nothing was written; then the StoreTrouble of the write is raised. Raises
    Unsure if `look` fails, too.
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
