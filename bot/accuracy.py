"""Weighs the decisions of a match file: ``python -m bot.accuracy [SECONDS] < 12.match``, in a
process of its own, as it thinks for up to a minute. Prints them as JSON.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict

from bot.advice import limited
from bot.games import load_games
from bot.worker.timed import Timed
from engine.core.accuracy import Choice, Weighed, checked, choices, open_ones, pooled, weigh
from engine.core.capabilities import Assess
from engine.core.game import AnyGame
from engine.core.matchfile import Opened, open_match
from engine.core.playing_on import PlayingOn

SECONDS = 50.0
"""How long is thought about a match."""
FIRST, SECOND = 0.45, 0.5
"""Parts of that time. The first goes to all decisions in equal shares; the second is a part of the
rest, and goes to decisions that need another look. What is left checks losses by playing on."""
LONGEST = 2.0
"""Seconds for one look, at most: as long as the king has for a move."""

Clock = Callable[[], float]


def judge(
    opened: Opened, seconds: float = SECONDS, clock: Clock = time.monotonic
) -> tuple[Weighed, ...]:
    """The decisions of a match, each beside the best one found, in order; () of a Game that can't
    be searched.

    The last ones are missing if the time runs out before. Raises BadLine.
    """
    game = opened.game
    if not isinstance(game, Assess):
        return ()
    ends = clock() + seconds
    made = choices(game, opened.header.seats, [one for _, one in opened.advances()])
    seed = int(opened.header.commitment, 16)
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
    """Keep of the losses what playing on does not contradict, the largest first.

    For those that no time is left for nothing is claimed.
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
    """What a look of so many seconds at each of them finds, by their entries."""
    found = {}
    for one in made:
        if clock() >= ends:
            break
        found[one.seq] = weigh(game, one, Timed(seconds, seed + 2 * one.seq, clock))
    return found


def main() -> None:
    """Read a match file, print what its decisions gave away."""
    limited()
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    found = judge(open_match(sys.stdin.buffer.read(), load_games().game), seconds)
    sys.stdout.write(json.dumps([asdict(one) for one in found]))


if __name__ == "__main__":
    main()
