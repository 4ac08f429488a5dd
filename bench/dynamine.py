"""``python -m bench.dynamine``: measures the strength and speed of DYNAMINE's computer players.

A computer of one level (the hero) plays against opponents of the level below, once from every seat
with the same stream of luck.
"""

import argparse
import gc
import random  # noqa: TID251 - luck to think with, which no match has
import sys
import time
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context
from statistics import fmean

from bot.app.games import DATA
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from engine.games.dynamine import scoring
from engine.games.dynamine.rules import Dynamine
from games.dynamine import GAME as PACKAGE

_GAMES = PACKAGE.load_rules(DATA / PACKAGE.name)
_GAME = _GAMES[max(_GAMES)]
assert isinstance(_GAME, Dynamine), "the package must build DYNAMINE"
GAME = _GAME
Task = tuple[int, int, int, Level, Level, float]
"""Seats, match number, the hero's seat and level, the others' level, and seconds to think."""
Played = tuple[float, tuple[scoring.Score, ...], int, list[float]]
"""The hero's share of the win, all points, the hero's seat, and processor seconds per decision."""


class _Budget:
    """Processor time to think, with its own random stream."""

    def __init__(self, seconds: float, seed: int) -> None:
        self._end = time.process_time() + seconds
        self.random = random.Random(seed).random  # noqa: S311

    def more(self) -> bool:
        return time.process_time() < self._end


def match(task: Task) -> Played:
    """Play one match with the hero in one seat."""
    seats, number, hero, level, others, thinks = task
    gc.freeze()  # don't count loading as the computer's time
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "bench")
    position = driver.start(GAME, seats)
    seconds = []
    while (ended := GAME.outcome(position.state)) is None:
        for made in driver.advance(GAME, position, stream):
            position = made.position
        for seat in GAME.to_act(position.state):
            at = level if seat == hero else others
            began = time.process_time()
            if at is Level.KING:
                thinking = _Budget(thinks, position.seq)
                action = GAME.assess(position.state, seat, thinking)[0].action
            else:
                action = GAME.suggest(position.state, seat, at)
            if seat == hero:
                seconds.append(time.process_time() - began)
            token = GAME.notation(action)
            position = driver.choose(GAME, position, seat, token).position
    share = (ended.places[hero] == 1) / ended.places.count(1)
    return share, scoring.scores(GAME.content, position.state.players), hero, seconds


def report(
    seats: int, matches: int, levels: tuple[Level, Level], thinks: float, processes: int
) -> None:
    """Play and print: win rate with its 95 % interval, points by source, thinking time."""
    hero_level, others = levels
    tasks = [
        (seats, number, hero, hero_level, others, thinks)
        for number in range(matches)
        for hero in range(seats)
    ]
    with get_context("forkserver").Pool(processes) as pool:
        played = pool.map(match, tasks, chunksize=1)
    rate = fmean(share for share, _, _, _ in played)
    margin = 1.96 * sqrt(rate * (1 - rate) / len(played))
    sys.stdout.write(
        f"{seats} seats, {len(played)} matches of {hero_level.value} against {others.value}:"
        f" wins {100 * rate:.1f} % ± {100 * margin:.1f} (alike: {100 / seats:.1f} %)\n"
    )
    for level, mine in ((hero_level, True), (others, False)):
        scores = [
            score
            for _, all_scores, hero, _ in played
            for seat, score in enumerate(all_scores)
            if (seat == hero) == mine
        ]
        parts = ", ".join(
            f"{kind} {fmean(getattr(score, kind) for score in scores):.1f}"
            for kind in scoring.Score.__dataclass_fields__
        )
        total = fmean(score.total for score in scores)
        sys.stdout.write(f"  {level.value}: {total:.1f} ({parts})\n")
    times = sorted(one for _, _, _, seconds in played for one in seconds)
    sys.stdout.write(
        f"  a decision: {1000 * fmean(times):.1f} ms of the processor on average, 99 of 100 within"
        f" {1000 * times[len(times) * 99 // 100]:.1f}, at most {1000 * times[-1]:.1f}\n"
    )


def main() -> None:
    known = [level.value for level in Level]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, choices=GAME.info.seats)
    parser.add_argument("--matches", type=int, default=25, help="matches per seat of the hero")
    parser.add_argument(
        "--levels", nargs=2, choices=known, help="levels of the hero and of the others"
    )
    parser.add_argument(
        "--seconds", type=float, default=0.2, help="thinking seconds per move of a king"
    )
    parser.add_argument("--processes", type=int, default=2)
    told = parser.parse_args()
    pairs = list(pairwise(reversed(GAME.info.levels)))
    if told.levels:
        pairs = [(Level(told.levels[0]), Level(told.levels[1]))]
    for seats in GAME.info.seats if told.seats is None else (told.seats,):
        for levels in pairs:
            report(seats, told.matches, levels, told.seconds, told.processes)


if __name__ == "__main__":
    main()
