"""What computers think that search: beside everything else, and held by no match.

A thought is about one moment, which the seq of a match names for good, as its log only grows. What
comes of it counts at that moment alone. Where a pick may still be taken back thinking begins all
the same, so that nobody waits for both. Nothing of it is stored: a thought that is lost is begun
again by the next look at the match, for which a computer is to act.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.playing.thinker import Question, Thinker, ThinkingLost
from engine.core.computers import nearest
from engine.core.types import Level, Seat

_log = logging.getLogger(__name__)

Moment = tuple[int, Seat]
"""How many entries the log has, and which seat is to act."""


MOST_KEPT = 1_000
"""Thoughts that are kept at most; those that were finished in vain go then."""


@dataclass(eq=False, slots=True)
class _Thought:
    """One that goes on, or that nobody has taken since it was finished."""

    moment: Moment
    task: asyncio.Task[None]
    token: str | None = None


class Thoughts:
    """At most one thought a match, of the moment that the match was last looked at."""

    def __init__(self, thinker: Thinker, finished: Callable[[MatchId], Awaitable[object]]) -> None:
        self._thinker = thinker
        self.finished = finished
        """Goes on with a match about which a thought is finished."""
        self._thoughts: dict[MatchId, _Thought] = {}
        self._closed = False

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._thoughts)

    def __contains__(self, match: MatchId) -> bool:
        """Whether somebody thinks about this match."""
        thought = self._thoughts.get(match)
        return thought is not None and thought.token is None

    @property
    def thinking(self) -> bool:
        """True if any thought is not finished."""
        return any(thought.token is None for thought in self._thoughts.values())

    def take(self, loaded: Loaded, seat: Seat) -> str | None:
        """The token that came of thinking about this moment; None while that goes on.

        It is given once. Thinking begins here unless it has.
        """
        self.begin(loaded, seat)
        thought = self._thoughts.get(loaded.record.id)
        if thought is None or thought.token is None:
            return None
        del self._thoughts[loaded.record.id]
        return thought.token

    def begin(self, loaded: Loaded, seat: Seat) -> None:
        """Think about this moment, unless that was begun.

        What is thought about another moment of the match is dropped.
        """
        match, moment = loaded.record.id, (loaded.seq, seat)
        thought = self._thoughts.get(match)
        if self._closed or (thought is not None and thought.moment == moment):
            return
        if thought is not None and thought.token is None:  # else its task may be what asks here
            thought.task.cancel()
        if len(self._thoughts) >= MOST_KEPT:
            self._thoughts = {k: one for k, one in self._thoughts.items() if one.token is None}
        question = Question(loaded.game, loaded.state, seat)
        task = asyncio.create_task(
            self._think(match, moment, question),
            name=f"salud-thought-{match}",
            context=Context(),  # it is no part of the answer that it follows
        )
        self._thoughts[match] = _Thought(moment, task)

    async def _think(self, match: MatchId, moment: Moment, question: Question) -> None:
        token = await self._token(match, question)
        thought = self._thoughts.get(match)
        if thought is None or thought.moment != moment:
            return  # the match has moved on
        thought.token = token
        try:
            await self.finished(match)
        except Exception:  # noqa: BLE001 - logged, and what is due is found again
            _log.exception("Match %d does not go on after a thought", match)

    async def _token(self, match: MatchId, question: Question) -> str:
        """What comes of thinking; of none, what can be said without."""
        try:
            return await self._thinker.think(question)
        except ThinkingLost as lost:
            _log.warning("A move in match %d is made without thinking: %s", match, lost)
        game = question.game
        level = nearest(game.info, Level.FOREMAN)
        action = await asyncio.to_thread(game.suggest, question.state, question.seat, level)
        return game.notation(action)

    async def close(self) -> None:
        """Drop all thoughts, and begin no more."""
        self._closed = True
        tasks = [thought.task for thought in self._thoughts.values()]
        self._thoughts.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
