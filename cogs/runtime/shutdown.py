"""A shutdown within seconds: what was started may finish, unless it hangs."""

import asyncio
import logging
from collections.abc import Collection
from typing import Any

_log = logging.getLogger(__name__)

STOP_INTAKE, FINISH, HURRY, LEAVE = 1.0, 2.5, 1.0, 1.0
"""Seconds of a shutdown: to take nothing new, to finish what is being answered, the same without
new boards, and to disconnect."""


async def ended(tasks: Collection[asyncio.Task[Any]], seconds: float, warning: str) -> bool:
    """Whether all tasks end in time; those that don't are cancelled and not waited for."""
    if not tasks:
        return True
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    if late:
        _log.warning("%s in %s seconds", warning, seconds)
    return not late
