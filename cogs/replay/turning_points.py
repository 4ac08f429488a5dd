"""Turning points of finished matches, found in another process, one match at a time."""

from functools import partial

from bot.match.log.loaded import Loaded
from bot.match.log.records import check_revealed
from bot.match.values.errors import refusal
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from bot.worker.pool import WorkerPool
from bot.worker.tasks import FindTurningPoints
from cogs.runtime.expensive import ExpensiveWork
from cogs.ui.match_controls import has_turning_points
from engine.core.chance import commitment
from engine.core.turning import TurningPoint

HURRY = 20.0
"""Maximum seconds that other work waits for turning points, time in the queue included. The search
takes about five on an idle processor.
"""


NotPlayedOut = refusal(
    "NotPlayedOut", "Only matches that were played to the end have turning points."
)
NoTurningPoints = refusal("NoTurningPoints", "This game has no turning points.")


class TurningPoints:
    def __init__(self, clock: Clock, workers: WorkerPool) -> None:
        self._clock = clock
        self._workers = workers
        self._work = ExpensiveWork[tuple[TurningPoint, ...]]()

    def clear(self) -> None:
        self._work.clear()

    def known(self, match: int) -> tuple[TurningPoint, ...] | None:
        return self._work.known(match)

    async def find(
        self, loaded: Loaded, asker: UserId, *, hurry: bool = False
    ) -> tuple[TurningPoint, ...]:
        """Return the steps of a finished match that changed the chances most, in order.

        Raise NotPlayedOut, NoTurningPoints, SecretUntilDayEnds, refusals of ExpensiveWork,
        WorkerLost or, in a `hurry`, TimeoutError after HURRY seconds.
        """
        if loaded.outcome is None:
            raise NotPlayedOut
        if not has_turning_points(loaded):
            raise NoTurningPoints
        check_revealed(loaded.record, self._clock.now())
        task = FindTurningPoints(loaded.seats, loaded.entries, commitment(loaded.record.seed))
        search = partial(self._workers.run, loaded.game, task)
        return await self._work.get(asker, loaded.record.id, search, HURRY if hurry else None)
