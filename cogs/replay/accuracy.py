"""How well finished matches were decided: weighed in another process, one match at a time."""

import asyncio
import json

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status, check_revealed
from bot.match.playing.proof import match_file
from bot.match.values.errors import NotOver, Refusal
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from cogs.runtime.expensive import ExpensiveWork
from cogs.runtime.own_process import answer_of, program
from engine.core.accuracy import Weighed
from engine.core.capabilities import Assess
from texts import mark

COMMAND = program("bot.accuracy")
PATIENCE = 90.0
"""Seconds that the process may take. It thinks for 50, and a little more where the processor is
busy."""


class NoAccuracy(Refusal):
    """The game can't be searched."""

    sentence = mark("In this game I can't tell how well anyone decided.")


def has_accuracy(loaded: Loaded) -> bool:
    """Whether its decisions can be weighed: it is over, and its game can be searched."""
    return loaded.status is Status.OVER and bool(loaded.log) and isinstance(loaded.game, Assess)


class Accuracies:
    """Weighs decisions and remembers them, so that who asks twice reads the same numbers."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._work = ExpensiveWork[tuple[Weighed, ...]]()

    async def find(self, loaded: Loaded, asker: UserId) -> tuple[Weighed, ...]:
        """The decisions of a match that is over, in order.

        Raises NotOver, NoAccuracy, SecretUntilDayEnds, what ExpensiveWork refuses, or TimeoutError
        if the process takes more than PATIENCE seconds.
        """
        check_revealed(loaded.record, self._clock.now())
        if loaded.status is not Status.OVER:
            raise NotOver
        if not has_accuracy(loaded):
            raise NoAccuracy

        async def weigh() -> tuple[Weighed, ...]:
            text = await asyncio.to_thread(match_file, loaded, self._clock.now())
            return tuple(Weighed(**one) for one in json.loads(await _ask(text)))

        return await self._work.get(asker, loaded.record.id, weigh)


async def _ask(text: str) -> bytes:
    return await answer_of(COMMAND, text, PATIENCE)
