"""How well finished matches were decided: weighed in another process, one match at a time."""

import asyncio
import json
from collections import OrderedDict

from bot.match.clock import Clock
from bot.match.daily.secrecy import check_revealed
from bot.match.errors import NotOver, Refusal
from bot.match.loaded import Loaded
from bot.match.playing.proof import match_file
from bot.match.records import Status
from cogs.runtime.own_process import answer_of, program
from engine.core.accuracy import Weighed
from engine.core.capabilities import Assess
from texts import mark

COMMAND = program("bot.accuracy")
PATIENCE = 90.0
"""Seconds that the process may take. It thinks for 50, and a little more where the processor is
busy."""
REMEMBERED = 64
"""Matches whose decisions are kept in memory."""


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
        self._known: OrderedDict[int, tuple[Weighed, ...]] = OrderedDict()
        self._weighing = asyncio.Lock()

    async def find(self, loaded: Loaded) -> tuple[Weighed, ...]:
        """The decisions of a match that is over, in order.

        Raises NotOver, NoAccuracy, SecretUntilDayEnds, or TimeoutError after PATIENCE seconds.
        """
        check_revealed(loaded.record, self._clock.now())
        if loaded.status is not Status.OVER:
            raise NotOver
        if not has_accuracy(loaded):
            raise NoAccuracy
        match = loaded.record.id
        async with self._weighing:
            found = self._known.get(match)
            if found is None:
                text = await asyncio.to_thread(match_file, loaded, self._clock.now())
                told = json.loads(await _ask(text))
                found = self._known[match] = tuple(Weighed(**one) for one in told)
                while len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
            return found


async def _ask(text: str) -> bytes:
    return await answer_of(COMMAND, text, PATIENCE)
