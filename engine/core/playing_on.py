"""Comparison of two moves: computers play on after each, with the same luck."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Seat

FEWEST, MOST = 8, 200
"""Minimum and maximum number of games played on from each move."""
EARLIEST = 16
"""Minimum number of games before the moves can be clear."""
LEAST = 0.1
"""Smallest standard error to believe when it comes to ending early: a few games can be equal by
chance.
"""
FURTHER = 24
"""Minimum number of decisions to play on. After that, playing stops once the points differ from
those right after the move. Stopping at the first change would be too early, because a move often
pays off later.
"""


def _never(lead: float, error: float) -> bool:  # noqa: ARG001
    return False


def _error(leads: Sequence[int]) -> float:
    return stdev(leads) / sqrt(len(leads))


class PlayingOn:
    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._decided: dict[tuple[Any, Seat], str] = {}

    def compared(
        self,
        state: Any,
        seat: Seat,
        token: str,
        other_token: str,
        thinking: Thinking,
        clear: Callable[[float, float], bool] = _never,
    ) -> tuple[float, float]:
        """Return the mean lead of the first move over the second, and its standard error.

        Stop before the time is over if the two are `clear`.
        """
        seed = bytes(int(256 * thinking.random()) for _ in range(SEED_BYTES))
        starts = [self._after(state, seat, move) for move in (token, other_token)]
        leads: list[int] = []
        while len(leads) < FEWEST or (len(leads) < MOST and thinking.more()):
            if len(leads) >= EARLIEST and clear(fmean(leads), max(_error(leads), LEAST)):
                break
            stream = Stream(seed, str(len(leads)))
            first, second = (self._lead(start, seat, stream) for start in starts)
            leads.append(first - second)
        return fmean(leads), _error(leads)

    def _after(self, state: Any, seat: Seat, token: str) -> Any:
        return driver.choose(self._game, driver.Position(state), seat, token).position.state

    def _lead(self, state: Any, seat: Seat, stream: Stream) -> int:
        game, decisions = self._game, 0
        position: driver.Position[Any] = driver.Position(state)
        before = game.scores(state)
        while game.outcome(position.state) is None:
            if decisions >= FURTHER and game.scores(position.state) != before:
                break
            bounds = game.chance(position.state)
            if bounds is not None:
                drawn = stream.answer(bounds, position.drawn)
                position = driver.settle(game, position, drawn).position
                continue
            acting = min(game.to_act(position.state))
            token = self._decide(position.state, acting)
            position = driver.choose(game, position, acting, token).position
            decisions += 1
        scores = game.scores(position.state)
        rivals = [points for rival, points in enumerate(scores) if rival != seat]
        return scores[seat] - max(rivals, default=0)

    def _decide(self, state: Any, seat: Seat) -> str:
        token = self._decided.get((state, seat))
        if token is None:
            token = self._game.notation(self._game.suggest(state, seat))
            self._decided[state, seat] = token
        return token
