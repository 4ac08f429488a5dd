"""Judging the decisions of a match, which takes up to a minute: a task of worker processes."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from bot.worker.timed import Timed
from engine.core.accuracy import Choice, Weighed, checked, choices, open_ones, pooled, weigh
from engine.core.capabilities import Assess
from engine.core.driver import Advance
from engine.core.game import AnyGame
from engine.core.playing_on import PlayingOn

FIRST, SECOND = 0.45, 0.5
"""Shares of the time. The first is divided equally among all decisions. The second is a share of
the rest, for decisions that need another look. The remaining time checks losses by playing on.
"""
LONGEST = 2.0
"""Maximum seconds for one look: the time of the strongest computer for a move."""

Clock = Callable[[], float]


def judge(
    game: AnyGame,
    seats: int,
    advances: Sequence[Advance[Any]],
    commitment: str,
    seconds: float,
    clock: Clock = time.monotonic,
) -> tuple[Weighed, ...]:
    """Return the decisions of a match with this complete log, each with the best one found, in
    order.

    Return () if the game can't be searched. The last decisions are missing if the time runs out.
    The luck follows from the commitment.
    """
    if not isinstance(game, Assess):
        return ()
    ends = clock() + seconds
    made = choices(game, seats, advances)
    seed = int(commitment, 16)
    share = min(LONGEST, (ends - clock()) * FIRST / max(len(made), 1))
    found = _looked(game, made, share, seed, ends, clock)
    again = [one for one in made if one.seq in open_ones(found.values())]
    share = min(LONGEST, (ends - clock()) * SECOND / max(len(again), 1))
    for seq, second in _looked(game, again, share, seed + 1, ends, clock).items():
        found[seq] = pooled(found[seq], second)
    _check(game, made, found, seed, ends, clock)
    return tuple(found.values())


def _check(
    game: AnyGame,
    made: Sequence[Choice],
    found: dict[int, Weighed],
    seed: int,
    ends: float,
    clock: Clock,
) -> None:
    """Keep losses that playing on confirms, the largest first.

    Without time for a check no loss is claimed.
    """
    computers, states = PlayingOn(game), {one.seq: one.state for one in made}
    losses = sorted((one for one in found.values() if one.lost), key=lambda one: -one.lost)
    for number, one in enumerate(losses):
        if clock() >= ends:
            found[one.seq] = checked(one, 0.0, 0.0)
            continue
        share = min(LONGEST, (ends - clock()) / (len(losses) - number))
        thinking = Timed(share, seed + 2 * one.seq + 1, clock)
        told = computers.compared(states[one.seq], one.seat, one.best, one.token, thinking)
        found[one.seq] = checked(one, *told)


def _looked(
    game: AnyGame, made: Sequence[Choice], seconds: float, seed: int, ends: float, clock: Clock
) -> dict[int, Weighed]:
    """Search these decisions for some seconds each; return the results by entry."""
    found = {}
    for one in made:
        if clock() >= ends:
            break
        found[one.seq] = weigh(game, one, Timed(seconds, seed + 2 * one.seq, clock))
    return found
