"""Turning points: where in a finished match the expected end changed most.

How a moment is expected to end is found by letting computers play on from it, again and again,
with luck of their own. The same match gives the same turning points: how much is tried is
counted in decisions, not in time, and all luck follows from a seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core import driver
from engine.core.capabilities import Forecast
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.types import Seat

CANDIDATES = 6
"""So many steps are looked at closely: those that seem to have changed most at first sight."""
FEWEST, MOST = 8, 48
"""How often computers play on from a moment."""
DECISIONS = 120
"""After so many new decisions at one moment no further playing on is begun."""
LEAST = 0.08
"""A step that moved less of the win is no turning point."""
TRUST = 4.0
"""The guess at a moment counts like so many matches that computers played on from it."""
SUREST = 0.98
"""Nobody has more of the win than this before the rules have decided it."""

Shares = tuple[float, ...]
"""How much of the win each seat is expected to have; the sum is 1."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that changed much."""

    step: int
    """From 1: it led from state `step - 1` to state `step`."""
    before: Shares
    after: Shares

    @property
    def swing(self) -> float:
        """How much of the win changed hands, 0 to 1."""
        return swing(self.before, self.after)


def swing(before: Shares, after: Shares) -> float:
    """How much of the win lies elsewhere, 0 to 1."""
    return sum(abs(one - other) for one, other in zip(before, after, strict=True)) / 2


def turning_points(
    game: AnyGame, states: Sequence[Any], seed: bytes, most: int = 3
) -> tuple[TurningPoint, ...]:
    """The steps between these States, the first to the last of a match, that changed most.

    At most `most` of them, in order; () of a Game without a forecast. Takes some seconds: call it
    in another process.
    """
    if not isinstance(game, Forecast):
        return ()
    glances = [game.shares(state) for state in states]
    steps = sorted(
        range(1, len(states)), key=lambda step: (-swing(glances[step - 1], glances[step]), step)
    )
    players = Players(game)
    known: dict[int, Shares] = {}
    found = []
    for step in steps[:CANDIDATES]:
        for place in (step - 1, step):
            if place not in known:
                known[place] = players.expected(states[place], seed)
        point = TurningPoint(step, known[step - 1], known[step])
        if point.swing >= LEAST:
            found.append(point)
    best = sorted(found, key=lambda point: (-point.swing, point.step))[:most]
    return tuple(sorted(best, key=lambda point: point.step))


def forecast(guess: Shares, samples: Sequence[Shares]) -> Shares:
    """The shares of an undecided match: those of its samples, and the guess among them.

    Few samples agree by chance more often than the truth is certain, so the guess keeps them
    apart, and nobody is given more than SUREST. A seat that can't win any more has a guess of 0
    and keeps it.
    """
    weight = len(samples) + TRUST
    mixed = [
        (TRUST * one + sum(column)) / weight
        for one, column in zip(guess, zip(*samples, strict=True), strict=True)
    ]
    hopeful = [seat for seat, one in enumerate(guess) if one > 0]
    if len(hopeful) < 2:
        return tuple(mixed)
    least = (1 - SUREST) / (len(hopeful) - 1)
    room = 1 - len(hopeful) * least
    return tuple(
        least + room * share if guess[seat] > 0 else 0.0 for seat, share in enumerate(mixed)
    )


class Players:
    """Computers that play on from moments of one match, and don't think twice about any."""

    def __init__(self, game: AnyGame) -> None:
        assert isinstance(game, Forecast), "only the end of such a game can be forecast"
        self._game = game
        self._shares = game.shares
        self._decided: dict[tuple[Any, Seat], str] = {}

    def expected(self, state: Any, seed: bytes) -> Shares:
        """How the match is expected to end from here, where computers play on.

        Calibrated (docs/turning-points.md): of all that is given 70 %, about 70 % comes true.
        """
        if self._game.outcome(state) is not None:
            return self._shares(state)
        samples: list[Shares] = []
        decisions = 0
        while len(samples) < FEWEST or (len(samples) < MOST and decisions < DECISIONS):
            end, made = self.play_on(state, Stream(seed, str(len(samples))))
            samples.append(self._shares(end))
            decisions += made
        return forecast(self._shares(state), samples)

    def play_on(self, state: Any, stream: Stream) -> tuple[Any, int]:
        """The State in which computers have scored the next points, or ended the match; with it
        how many new decisions it took.

        Stopping earlier would favour the player who has just moved.
        """
        game = self._game
        position: driver.Position[Any] = driver.Position(state)
        scores = game.scores(state)
        known = len(self._decided)
        while game.outcome(position.state) is None and game.scores(position.state) == scores:
            request = game.chance(position.state)
            if request is not None:
                drawn = stream.answer(request, position.drawn)
                position = driver.settle(game, position, drawn).position
            else:
                seat = min(game.to_act(position.state))
                token = self._decide(position.state, seat)
                position = driver.choose(game, position, seat, token).position
        return position.state, len(self._decided) - known

    def _decide(self, state: Any, seat: Seat) -> str:
        token = self._decided.get((state, seat))
        if token is None:
            token = self._game.notation(self._game.suggest(state, seat))
            self._decided[state, seat] = token
        return token
