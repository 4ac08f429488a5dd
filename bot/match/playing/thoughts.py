"""Searches of strong computers, which run outside the event loop and hold no lock.

A search takes seconds. If it held the match's lock, players could not take back, pause or resign.
So the match only starts a thought, and asks for its result when the thought has finished.

A thought belongs to one moment. The seq of a match identifies it, because the log only grows; if
the database went back in time, all thoughts are dropped. Thinking begins while a pick can still be
taken back, so that players don't wait for both in turn. If the pick is taken back, the thought is
useless and is dropped. No thought is stored: after a crash the next look at the match starts it
again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.log.store_errors import trace_of
from bot.match.playing.thinker import Thinker, ThinkingLost
from engine.core.computers import nearest
from engine.core.types import Level, Seat

_log = logging.getLogger(__name__)

Moment = tuple[int, Seat]
"""The length of the log, and the seat whose turn it is."""


MOST_KEPT = 1_000
"""Largest number of thoughts; beyond it, finished ones are dropped."""


@dataclass(eq=False, slots=True)
class _Thought:
    moment: Moment
    task: asyncio.Task[None]
    token: str | None = None


class Thoughts:
    """At most one thought per match, about the latest moment."""

    def __init__(self, thinker: Thinker, finished: Callable[[MatchId], Awaitable[object]]) -> None:
        self._thinker = thinker
        self.finished = finished
        self._thoughts: dict[MatchId, _Thought] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._thoughts)

    def __contains__(self, match: MatchId) -> bool:
        thought = self._thoughts.get(match)
        return thought is not None and thought.token is None

    @property
    def thinking(self) -> bool:
        return any(thought.token is None for thought in self._thoughts.values())

    def take(self, loaded: Loaded, seat: Seat) -> str | None:
        """Return the token of a finished thought, and drop the thought. Otherwise start one if
        necessary, and return None.
        """
        self.begin(loaded, seat)
        thought = self._thoughts.get(loaded.record.id)
        if thought is None or thought.token is None:
            return None
        del self._thoughts[loaded.record.id]
        return thought.token

    def begin(self, loaded: Loaded, seat: Seat) -> None:
        """Start thinking about this moment, and drop a thought about another one."""
        match, moment = loaded.record.id, (loaded.seq, seat)
        thought = self._thoughts.get(match)
        if self._closed or (thought is not None and thought.moment == moment):
            return
        if thought is not None and thought.token is None:  # a task with a token can be our caller
            thought.task.cancel()
        if len(self._thoughts) >= MOST_KEPT:
            self._thoughts = {
                key: kept for key, kept in self._thoughts.items() if kept.token is None
            }
        task = asyncio.create_task(
            self._think(loaded, seat),
            name=f"salud-thought-{match}",
            context=Context(),  # not part of the press that started it
        )
        self._thoughts[match] = _Thought(moment, task)

    async def _think(self, loaded: Loaded, seat: Seat) -> None:
        match, moment = loaded.record.id, (loaded.seq, seat)
        token = await self._token(loaded, seat)
        thought = self._thoughts.get(match)
        if thought is None or thought.moment != moment:
            return  # the match has moved on
        thought.token = token
        try:
            await self.finished(match)
        except Exception as error:  # noqa: BLE001 - logged; the next look finds the due move again
            text = "Match %d can't continue after a thought: %r"
            _log.error(text, match, error, exc_info=trace_of(error))

    async def _token(self, loaded: Loaded, seat: Seat) -> str:
        game, state = loaded.game, loaded.state
        try:
            return await self._thinker(game, state, seat)
        except ThinkingLost as lost:
            _log.warning(
                "A computer moves in match %d without thinking: %s", loaded.record.id, lost
            )
        level = nearest(game.info, Level.FOREMAN)
        return game.notation(await asyncio.to_thread(game.suggest, state, seat, level))

    def drop_all(self) -> list[asyncio.Task[None]]:
        tasks = [thought.task for thought in self._thoughts.values()]
        self._thoughts.clear()
        for task in tasks:
            task.cancel()
        return tasks

    async def close(self) -> None:
        self._closed = True
        await asyncio.gather(*self.drop_all(), return_exceptions=True)
