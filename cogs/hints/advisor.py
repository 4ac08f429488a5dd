"""Advice about one decision: found in another process, one at a time."""

import asyncio
import json
from collections import OrderedDict

from bot.match.playing.hints import HintMoment
from bot.match.playing.proof import match_file
from bot.match.values.times import Clock
from cogs.runtime.own_process import answer_of, program
from engine.core import driver
from engine.core.advice import Advised, read
from engine.core.types import Seat

COMMAND = program("bot.advice")
PATIENCE = 20.0
"""Seconds that the process may take. It thinks for two."""
REMEMBERED = 256
"""Moments whose advice is kept in memory."""

_Moment = tuple[int, int, int, str]


class Advisor:
    """Finds the best moves of a moment and remembers them: who asks twice reads the same."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: OrderedDict[_Moment, tuple[Advised, ...]] = OrderedDict()
        self._thinking = asyncio.Lock()

    async def advise(self, moment: HintMoment) -> tuple[Advised, ...]:
        """The best moves, the best first; raises TimeoutError after PATIENCE seconds."""
        loaded = moment.loaded
        legal = driver.legal_tokens(loaded.game, driver.Position(loaded.state), moment.seat)
        if len(legal) == 1:
            return (Advised(legal[0]),)
        here = (loaded.record.id, loaded.seq, moment.seat, driver.digest(loaded.state))
        async with self._thinking:
            found = self._known.get(here)
            if found is None:
                text = await asyncio.to_thread(match_file, loaded, self._clock.now())
                found = self._known[here] = read(json.loads(await _ask(moment.seat, text)))
                while len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
            return found


async def _ask(seat: Seat, text: str) -> bytes:
    return await answer_of((*COMMAND, str(seat)), text, PATIENCE)
