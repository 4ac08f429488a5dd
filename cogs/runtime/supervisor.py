"""Works that must never end: one that goes wrong is logged, told to health, and begun again."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

_log = logging.getLogger(__name__)

FIRST, LONGEST = 1.0, 60.0
"""Seconds until a work that went wrong is begun again: at first, and at most."""
AGAIN_WELL = 300.0
"""Seconds after which a work that goes well is trusted as at first."""

Work = Callable[[], Coroutine[Any, Any, None]]


@dataclass(slots=True)
class _Kept:
    """How a work is doing."""

    vital: float | None
    """Within how many seconds it must say that all is well; None: the bot is well without it."""
    well: float
    """When it last was, by a clock that nobody sets."""
    wrong: BaseException | None = None
    """What went wrong since."""
    at: float = 0.0
    """When it went wrong."""


class Supervisor:
    """Keeps works going, and knows how they are doing."""

    def __init__(
        self,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._steady = steady
        self._sleep = sleep
        self._kept: dict[str, _Kept] = {}

    def keep(self, name: str, work: Work, vital: float | None = None) -> asyncio.Task[None]:
        """Let it go on until it ends by itself or is cancelled.

        Where it is `vital` it must say `well` within so many seconds, again and again.
        """
        self._kept[name] = _Kept(vital, self._steady())
        return asyncio.create_task(self._keep(name, work), name=f"salud-{name}")

    def well(self, name: str) -> None:
        """A work says that all is well."""
        kept = self._kept[name]
        kept.well, kept.wrong = self._steady(), None

    def wrong(self, name: str, error: BaseException) -> None:
        """A work says what went wrong; it goes on all the same."""
        kept = self._kept[name]
        kept.wrong, kept.at = error, self._steady()

    def trouble(self) -> str | None:
        """Why the bot is not well, in a sentence; None if it is."""
        for name, kept in self._kept.items():
            silent = self._steady() - kept.well
            if kept.vital is None or silent <= kept.vital:
                continue
            if kept.wrong is None:
                return f"The {name} is stuck: it has said nothing for {silent:.0f} seconds."
            return f"The {name} has gone wrong for {silent:.0f} seconds: {kept.wrong!r}."
        return None

    def remarks(self) -> tuple[str, ...]:
        """What went wrong of late although the bot is well, each in a sentence."""
        since = self._steady() - AGAIN_WELL
        return tuple(
            f"The {name} went wrong and is begun again: {kept.wrong!r}."
            for name, kept in self._kept.items()
            if kept.wrong is not None and kept.vital is None and kept.at > since
        )

    async def _keep(self, name: str, work: Work) -> None:
        pause = FIRST
        while True:
            began = self._steady()
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - logged, and begun again
                if self._steady() - began >= AGAIN_WELL:
                    pause = FIRST
                _log.exception("The %s has ended; it is begun again in %s seconds", name, pause)
                self.wrong(name, error)
            else:
                del self._kept[name]
                return
            await self._sleep(pause)
            pause = min(2 * pause, LONGEST)
