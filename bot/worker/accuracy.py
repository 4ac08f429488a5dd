"""The parts of judging a match: searching decisions, and checking losses by playing on.

Tasks of worker processes call them for a few decisions each (`judging.py`).
"""

import time
from collections.abc import Callable, Iterable

from bot.worker.timed import Timed
from engine.core.accuracy import SURE, FreeDecision, Weighed, check_loss, weigh
from engine.core.game import AnyGame
from engine.core.playing_on import PlayingOn

CLEAR = 2.5
"""Standard errors by which playing on must miss or exceed the limit of a contradiction to end
early.
"""
Clock = Callable[[], float]


Judged = tuple[tuple[Weighed, ...], float]
"""Decisions, and the seconds of the processor that judging them took."""


def look_at(
    game: AnyGame,
    decisions: Iterable[FreeDecision],
    share: float,
    seed: int,
    clock: Clock = time.process_time,
) -> Judged:
    """Search decisions for `share` seconds each, or less if their results are exact."""
    began = clock()
    weighed = tuple(
        weigh(game, decision, Timed(share, seed + 2 * decision.seq, clock))
        for decision in decisions
    )
    return weighed, clock() - began


def check(
    game: AnyGame,
    losses: Iterable[tuple[FreeDecision, Weighed]],
    share: float,
    seed: int,
    clock: Clock = time.process_time,
) -> Judged:
    """Check losses for `share` seconds each, or less if the verdict is clear."""
    began, computers = clock(), PlayingOn(game)
    weighed: list[Weighed] = []
    for decision, loss in losses:
        thinking = Timed(share, seed + 2 * decision.seq + 1, clock)
        comparison = computers.compared(
            decision.state, decision.seat, loss.best, loss.token, thinking, _settles(loss)
        )
        weighed.append(check_loss(loss, *comparison))
    return tuple(weighed), clock() - began


def _settles(loss: Weighed) -> Callable[[float, float], bool]:
    """Return whether more games would hardly change the verdict of `check_loss`."""

    def settled(lead: float, error: float) -> bool:
        return abs(lead + SURE * loss.error - loss.behind) > CLEAR * error

    return settled
