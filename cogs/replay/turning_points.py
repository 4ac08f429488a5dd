"""Turning points of finished matches: found in another process, one match at a time."""

from functools import partial

from bot.match.log.loaded import Loaded
from bot.match.log.records import check_revealed
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from bot.worker.pool import WorkerPool
from bot.worker.tasks import FindTurningPoints
from cogs.runtime.expensive import ExpensiveWork
from cogs.screens import Scene
from cogs.ui.match_controls import has_turning_points
from engine.core.chance import commitment
from engine.core.turning import TurningPoint
from render.names import drawn_name
from texts import mark

HURRY = 20.0
"""Seconds that other work waits for turning points, and for their turn. To find them takes about
five on an idle processor."""


class NotPlayedOut(Refusal):
    """The match is running, or was ended before its rules ended it."""

    sentence = mark("Only matches that were played to the end have turning points.")


class NoTurningPoints(Refusal):
    """The game has no forecast, which they are found by."""

    sentence = mark("This game has no turning points.")


class TurningPoints:
    """Finds turning points and remembers them; the same match always has the same."""

    def __init__(self, clock: Clock, workers: WorkerPool) -> None:
        self._clock = clock
        self._workers = workers
        self._work = ExpensiveWork[tuple[TurningPoint, ...]]()

    def known(self, match: int) -> tuple[TurningPoint, ...] | None:
        """What was found earlier; None if nobody has asked yet."""
        return self._work.known(match)

    async def find(
        self, loaded: Loaded, asker: UserId, *, hurry: bool = False
    ) -> tuple[TurningPoint, ...]:
        """Return the steps of a finished match that changed most, in order.

        Raise NotPlayedOut, NoTurningPoints, SecretUntilDayEnds, what ExpensiveWork refuses,
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


UNLIKELY = 2
"""Per cent shown for an outcome that is all but impossible."""


def note(point: TurningPoint, scene: Scene) -> str:
    """Return each player's chances to win before and after a turning point."""
    words = scene.words
    changes = (
        words.say(
            "{player}: {before}% → {after}%",
            player=scene.name(seat),
            before=_percent(before),
            after=_percent(after),
        )
        for seat, (before, after) in enumerate(zip(point.before, point.after, strict=True))
    )
    return words.say("⚡ Chances to win · {changes}", changes=words.listed(changes))


def caption(point: TurningPoint, scene: Scene) -> str:
    """Return the same for the player whose chances changed most."""
    gains = [after - before for before, after in zip(point.before, point.after, strict=True)]
    seat = max(range(len(gains)), key=lambda seat: abs(gains[seat]))
    return scene.words.say(
        "Turning point: {player}, {before}% → {after}%",
        player=drawn_name(scene.words, scene.players, seat),
        before=_percent(point.before[seat]),
        after=_percent(point.after[seat]),
    )


def _percent(share: float) -> int:
    """Round an estimate to the nearest five per cent; only a decided match gets 0 or 100."""
    if 0 < share < 1:
        return min(max(5 * round(20 * share), UNLIKELY), 100 - UNLIKELY)
    return round(100 * share)
