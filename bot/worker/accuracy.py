"""Judging the decisions of a match, which takes up to a minute: a task of worker processes."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from bot.worker.timed import Timed
from engine.core.accuracy import FreeDecision, Weighed, checked, choices, open_ones, pooled, weigh
from engine.core.capabilities import Assess
from engine.core.driver import Advance
from engine.core.game import AnyGame
from engine.core.playing_on import PlayingOn

FIRST, SECOND = 0.45, 0.5
"""FIRST is the share of the time for the first search, in which all decisions get the same time.
SECOND is the share of the remaining time for a second search of unclear decisions. The time after
that is for checking losses by playing on.
"""
LONGEST = 2.0

Clock = Callable[[], float]


def judge(
    game: AnyGame,
    seats: int,
    advances: Sequence[Advance[Any]],
    commitment: str,
    seconds: float,
    clock: Clock = time.monotonic,
) -> tuple[Weighed, ...]:
    """Return the decisions of a complete log, each with the best alternative found, in order.

    Return () if the game can't be searched. The last decisions are missing if the time runs out.
    The commitment seeds the search.
    """
    if not isinstance(game, Assess):
        return ()
    ends = clock() + seconds
    decisions = choices(game, seats, advances)
    seed = int(commitment, 16)
    share = min(LONGEST, (ends - clock()) * FIRST / max(len(decisions), 1))
    weighed = _looked(game, decisions, share, seed, ends, clock)
    unsure = [decision for decision in decisions if decision.seq in open_ones(weighed.values())]
    share = min(LONGEST, (ends - clock()) * SECOND / max(len(unsure), 1))
    for seq, second in _looked(game, unsure, share, seed + 1, ends, clock).items():
        weighed[seq] = pooled(weighed[seq], second)
    _check(game, decisions, weighed, seed, ends, clock)
    return tuple(weighed.values())


def _check(
    game: AnyGame,
    decisions: Sequence[FreeDecision],
    judged: dict[int, Weighed],
    seed: int,
    ends: float,
    clock: Clock,
) -> None:
    computers, states = PlayingOn(game), {decision.seq: decision.state for decision in decisions}
    losses = sorted(
        (decision for decision in judged.values() if decision.lost),
        key=lambda decision: -decision.lost,
    )
    for number, decision in enumerate(losses):
        if clock() >= ends:
            judged[decision.seq] = checked(decision, 0.0, 0.0)
            continue
        share = min(LONGEST, (ends - clock()) / (len(losses) - number))
        thinking = Timed(share, seed + 2 * decision.seq + 1, clock)
        comparison = computers.compared(
            states[decision.seq], decision.seat, decision.best, decision.token, thinking
        )
        judged[decision.seq] = checked(decision, *comparison)


def _looked(
    game: AnyGame,
    decisions: Sequence[FreeDecision],
    seconds: float,
    seed: int,
    ends: float,
    clock: Clock,
) -> dict[int, Weighed]:
    results = {}
    for decision in decisions:
        if clock() >= ends:
            break
        results[decision.seq] = weigh(
            game, decision, Timed(seconds, seed + 2 * decision.seq, clock)
        )
    return results
