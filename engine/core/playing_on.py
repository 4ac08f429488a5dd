"""Two moves compared by letting computers play on after each, with the same luck."""

from math import sqrt
from statistics import fmean, stdev
from typing import Any

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Seat

FEWEST, MOST = 8, 200
"""How often each move is played on from."""
FURTHER = 24
"""After so many decisions it is stopped as soon as points have changed: what a move is for often
comes later than the next scoring."""


class PlayingOn:
    """Computers that play on from moments of one match, and don't think twice about any."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._decided: dict[tuple[Any, Seat], str] = {}

    def compared(
        self, state: Any, seat: Seat, one: str, other: str, thinking: Thinking
    ) -> tuple[float, float]:
        """By how many points more the seat leads after the first of two legal moves than after
        the other, on average, and the standard error of that."""
        seed = bytes(int(256 * thinking.random()) for _ in range(SEED_BYTES))
        starts = [self._after(state, seat, token) for token in (one, other)]
        found: list[int] = []
        while len(found) < FEWEST or (len(found) < MOST and thinking.more()):
            stream = Stream(seed, str(len(found)))
            first, second = (self._lead(start, seat, stream) for start in starts)
            found.append(first - second)
        return fmean(found), stdev(found) / sqrt(len(found))

    def _after(self, state: Any, seat: Seat, token: str) -> Any:
        return driver.choose(self._game, driver.Position(state), seat, token).position.state

    def _lead(self, state: Any, seat: Seat, stream: Stream) -> int:
        """By how much the seat leads the best rival once it has been played on."""
        game, made = self._game, 0
        position: driver.Position[Any] = driver.Position(state)
        before = game.scores(state)
        while game.outcome(position.state) is None:
            if made >= FURTHER and game.scores(position.state) != before:
                break
            request = game.chance(position.state)
            if request is not None:
                drawn = stream.answer(request, position.drawn)
                position = driver.settle(game, position, drawn).position
                continue
            acting = min(game.to_act(position.state))
            token = self._decide(position.state, acting)
            position = driver.choose(game, position, acting, token).position
            made += 1
        scores = game.scores(position.state)
        rivals = [points for rival, points in enumerate(scores) if rival != seat]
        return scores[seat] - max(rivals, default=0)

    def _decide(self, state: Any, seat: Seat) -> str:
        token = self._decided.get((state, seat))
        if token is None:
            token = self._game.notation(self._game.suggest(state, seat))
            self._decided[state, seat] = token
        return token
