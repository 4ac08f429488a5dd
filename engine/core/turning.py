"""Turning points: the steps of a finished match that changed its expected result most.

The expected result at a moment is measured: computers play on from it many times with new luck.
That takes seconds, so only the most promising steps are measured, selected by the Game's quick
estimate.

The same match always gives the same turning points. Effort is therefore counted in decisions, not
in time, and all luck derives from a seed.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import driver
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.types import Seat

CANDIDATES = 6
"""Number of steps to measure: those with the largest change in the quick estimate."""
FEWEST, MOST = 8, 48
"""Minimum and maximum number of games to play on from a moment."""
DECISIONS = 120
"""Decisions after which no more games are started from a moment; repeated ones are cached and don't
count.
"""
LEAST = 0.08
"""Smallest change in the shares of the win that counts as a turning point."""
TRUST = 4.0
"""Weight of the quick estimate, in games: it counts as much as this many games played on."""
SUREST = 0.98
"""Largest share of the win that a seat can have while the match is undecided."""

Shares = tuple[float, ...]
"""Expected share of the win for each seat; the sum is 1."""


class TurningPoint(NamedTuple):
    step: int
    """From 1; leads from state `step - 1` to state `step`."""
    before: Shares
    after: Shares

    @property
    def swing(self) -> float:
        return swing(self.before, self.after)


def swing(before: Shares, after: Shares) -> float:
    return sum(abs(was - becomes) for was, becomes in zip(before, after, strict=True)) / 2


def turning_points(
    game: AnyGame, states: Sequence[Any], seed: bytes, most: int = 3
) -> tuple[TurningPoint, ...]:
    """Return the steps between these States that changed the expected result most, in match order.

    `states` covers the whole match. The last step never counts, because earlier steps decided the
    result. Takes seconds: call it in another process.
    """
    estimates = [game.shares(state) for state in states]
    if not all(estimates):
        return ()
    steps = sorted(
        range(1, len(states) - 1),
        key=lambda step: (-swing(estimates[step - 1], estimates[step]), step),
    )
    players = Players(game)
    expected: dict[int, Shares] = {}
    points = []
    for step in steps[:CANDIDATES]:
        for moment in (step - 1, step):
            if moment not in expected:
                expected[moment] = players.expected(states[moment], seed)
        point = TurningPoint(step, expected[step - 1], expected[step])
        if point.swing >= LEAST:
            points.append(point)
    best = sorted(points, key=lambda point: (-point.swing, point.step))[:most]
    return tuple(sorted(best, key=lambda point: point.step))


def forecast(guess: Shares, samples: Sequence[Shares]) -> Shares:
    """Combine samples and the quick estimate into the shares of an undecided match.

    A few samples can agree by chance without the end being certain. The estimate therefore counts
    like TRUST samples, and no seat gets more than SUREST. A seat that can no longer win has an
    estimate of 0 and keeps it.
    """
    weight = len(samples) + TRUST
    mixed = [
        (TRUST * estimate + sum(column)) / weight
        for estimate, column in zip(guess, zip(*samples, strict=True), strict=True)
    ]
    hopeful = [seat for seat, estimate in enumerate(guess) if estimate > 0]
    if len(hopeful) < 2:
        return tuple(mixed)
    least = (1 - SUREST) / (len(hopeful) - 1)
    room = 1 - len(hopeful) * least
    return tuple(
        least + room * share if guess[seat] > 0 else 0.0 for seat, share in enumerate(mixed)
    )


class Players:
    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._shares = game.shares
        self._decided: dict[tuple[Any, Seat], str] = {}

    def expected(self, state: Any, seed: bytes) -> Shares:
        """Return the expected shares if computers play on from here (docs/turning-points.md)."""
        if self._game.outcome(state) is not None:
            return self._shares(state)
        samples: list[Shares] = []
        decisions = 0
        while len(samples) < FEWEST or (len(samples) < MOST and decisions < DECISIONS):
            end, new_decisions = self.play_on(state, Stream(seed, str(len(samples))))
            samples.append(self._shares(end))
            decisions += new_decisions
        return forecast(self._shares(state), samples)

    def play_on(self, state: Any, stream: Stream) -> tuple[Any, int]:
        """Play on until points are scored or the match ends. Return the State and the number of
        decisions that were not cached.

        Stopping earlier would favour the player who has just moved.
        """
        game = self._game
        position: driver.Position[Any] = driver.Position(state)
        scores = game.scores(state)
        decided = len(self._decided)
        while game.outcome(position.state) is None and game.scores(position.state) == scores:
            bounds = game.chance(position.state)
            if bounds is not None:
                drawn = stream.answer(bounds, position.drawn)
                position = driver.settle(game, position, drawn).position
            else:
                seat = min(game.to_act(position.state))
                token = self._decide(position.state, seat)
                position = driver.choose(game, position, seat, token).position
        return position.state, len(self._decided) - decided

    def _decide(self, state: Any, seat: Seat) -> str:
        token = self._decided.get((state, seat))
        if token is None:
            token = self._game.notation(self._game.suggest(state, seat))
            self._decided[state, seat] = token
        return token
