"""Turning points of finished matches: found in another process, one match at a time."""

import asyncio
import json

from bot.match.log.loaded import Loaded
from bot.match.log.records import check_revealed
from bot.match.playing.proof import match_file
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from cogs.runtime.expensive import ExpensiveWork
from cogs.runtime.own_process import answer_of, program
from cogs.screens import Scene
from cogs.ui.match_controls import has_turning_points
from engine.core.turning import TurningPoint
from render.names import drawn_name
from texts import mark

COMMAND = program("bot.turning")
PATIENCE, HURRY = 120.0, 20.0
"""Seconds that the process may take; and that other work waits for it, the wait for its turn
included. It takes about five on an idle processor."""


class NotPlayedOut(Refusal):
    """The match is running, or was ended before its rules ended it."""

    sentence = mark("Only matches that were played to the end have turning points.")


class NoTurningPoints(Refusal):
    """The game has no forecast, which they are found by."""

    sentence = mark("This game has no turning points.")


class TurningPoints:
    """Finds turning points and remembers them; the same match always has the same."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._work = ExpensiveWork[tuple[TurningPoint, ...]]()

    def known(self, match: int) -> tuple[TurningPoint, ...] | None:
        """What was found earlier; None if nobody has asked yet."""
        return self._work.known(match)

    async def find(
        self, loaded: Loaded, asker: UserId, *, hurry: bool = False
    ) -> tuple[TurningPoint, ...]:
        """The steps of a finished match that changed most, in order.

        Raises NotPlayedOut, NoTurningPoints, SecretUntilDayEnds, what ExpensiveWork refuses, or
        TimeoutError if the process takes more than PATIENCE seconds or, in a `hurry`, if all of it
        takes more than HURRY.
        """
        if loaded.outcome is None:
            raise NotPlayedOut
        if not has_turning_points(loaded):
            raise NoTurningPoints
        check_revealed(loaded.record, self._clock.now())

        async def search() -> tuple[TurningPoint, ...]:
            text = await asyncio.to_thread(match_file, loaded, self._clock.now())
            return _read(await _ask(text))

        return await self._work.get(asker, loaded.record.id, search, HURRY if hurry else None)


async def _ask(text: str) -> bytes:
    return await answer_of(COMMAND, text, PATIENCE)


def _read(out: bytes) -> tuple[TurningPoint, ...]:
    return tuple(
        TurningPoint(told["step"], tuple(told["before"]), tuple(told["after"]))
        for told in json.loads(out)
    )


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
