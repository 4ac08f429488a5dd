"""A stop within seconds: what was begun comes to its end, unless it hangs."""

import asyncio
import logging
from collections.abc import Collection
from typing import Any

_log = logging.getLogger(__name__)

FALL_SILENT, FINISH, HURRY, LEAVE = 1.0, 2.5, 1.0, 1.0
"""Seconds of a stop: to hear no more, to finish what is being answered, the same with no new
boards, and to say goodbye."""


async def ended(tasks: Collection[asyncio.Task[Any]], seconds: float, warning: str) -> bool:
    """Whether these end in time; those that don't are cancelled, and waited for no more."""
    if not tasks:
        return True
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    if late:
        _log.warning("%s in %s seconds", warning, seconds)
    return not late
