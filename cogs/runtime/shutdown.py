"""Shutdown within seconds: running work finishes unless it hangs."""

import asyncio
import logging
from collections.abc import Collection
from typing import Any

_log = logging.getLogger(__name__)

STOP_INTAKE, FINISH, HURRY, LEAVE = 1.0, 2.5, 1.0, 1.0
"""Seconds for the phases: stop new work, finish answers, finish without new boards, disconnect."""


async def wait_for_end(tasks: Collection[asyncio.Task[Any]], seconds: float, warning: str) -> bool:
    """Return whether all tasks end in time; cancel the others without waiting."""
    if not tasks:
        return True
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    if late:
        _log.warning("%s in %s seconds", warning, seconds)
    return not late
