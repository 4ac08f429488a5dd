"""Interludes: animations that are shown alone, before the board that reveals their result.

A board is taller than a screen, and a press edits it in place. An animation above it would play out
of sight, while the text below already tells the result. So the current board's message first shows
nothing but the animation. When that has played once, the board follows: an edit, or a new message
for the next player.

An interlude is never recorded as shown. So the board is due all the time, and another process, or
this one after a restart, brings it. Only the part of this process that waits is in memory: while
an interlude lasts, a call to show the board returns immediately, and the end of the interlude shows
the newest state. A press in between counts like any other and is on that board. After a downtime
players want the board, so an old event gets no interlude.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any

from bot.match.log.records import MatchId

sleep: Callable[[float], Coroutine[Any, Any, object]] = asyncio.sleep
"""Waits for the end of an animation; tests replace it."""
FRESH = 10
"""Seconds after an event within which its interlude can begin."""


@dataclass(eq=False)
class Interludes:
    ended: Callable[[MatchId], Awaitable[object]]
    """Called after an interlude: brings the board."""
    _tasks: dict[MatchId, asyncio.Task[None]] = field(default_factory=dict, init=False)
    _lasting: set[MatchId] = field(default_factory=set, init=False)
    _played: dict[MatchId, int] = field(default_factory=dict, init=False)
    """By match: the length of the log that the latest interlude covers, until its board came."""
    _closing: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def __len__(self) -> int:
        """Return the number of interludes whose board has not come yet."""
        return len(self._tasks)

    @property
    def closing(self) -> bool:
        return self._closing.is_set()

    def is_running(self, match: MatchId) -> bool:
        """Return whether the match's board waits for an interlude now."""
        return match in self._lasting

    def played_seq(self, match: MatchId) -> int:
        """Return the number of entries whose interludes have been played."""
        return self._played.get(match, 0)

    def begin(self, match: MatchId, seq: int, seconds: float) -> None:
        """Let the match's board wait; call `ended` when `seconds` are over, or at the close."""
        self._lasting.add(match)
        self._played[match] = seq
        self._tasks[match] = asyncio.create_task(
            self._wait(match, seconds),
            name=f"salud-interlude-{match}",
            context=Context(),  # the wait must not count as part of this answer
        )

    async def close(self) -> None:
        """End all interludes early, so that no match is left without a board."""
        self._closing.set()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _wait(self, match: MatchId, seconds: float) -> None:
        waits: list[asyncio.Task[object]] = [
            asyncio.create_task(sleep(seconds)),
            asyncio.create_task(self._closing.wait()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
            self._lasting.discard(match)
        try:
            await self.ended(match)
        finally:
            if self._tasks.get(match) is asyncio.current_task():  # no other began meanwhile
                del self._tasks[match], self._played[match]
