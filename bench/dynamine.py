"""``python -m bench.dynamine``: how well the computers play DYNAMINE, and how fast.

Each match of a usual computer against easy ones, which are greedy by points, is played once from
every seat, with the same luck in the stream.
"""

import argparse
import gc
import sys
import time
from math import sqrt
from multiprocessing import Pool
from statistics import fmean

from bot.games import DATA
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from engine.games.dynamine import scoring
from engine.games.dynamine.rules import Dynamine
from games.dynamine import GAME as PACKAGE

_GAMES = PACKAGE.load_rules(DATA / PACKAGE.name)
_GAME = _GAMES[max(_GAMES)]
assert isinstance(_GAME, Dynamine), "the package builds DYNAMINE"
GAME = _GAME
Played = tuple[float, tuple[scoring.Score, ...], int, list[float]]
"""The hero's share of the win, everybody's points, the hero's seat, how long it thought: seconds
of the processor, one a decision."""


def match(task: tuple[int, int, int]) -> Played:
    """One match of so many seats by its number; one seat is the usual computer's."""
    seats, number, hero = task
    gc.freeze()  # what was loaded is not the computer's time
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "bench")
    position = driver.start(GAME, seats)
    seconds = []
    while (ended := GAME.outcome(position.state)) is None:
        for made in driver.advance(GAME, position, stream):
            position = made.position
        for seat in GAME.to_act(position.state):
            began = time.process_time()
            level = Level.FOREMAN if seat == hero else Level.APPRENTICE
            action = GAME.suggest(position.state, seat, level)
            if seat == hero:
                seconds.append(time.process_time() - began)
            token = GAME.notation(action)
            position = driver.choose(GAME, position, seat, token).position
    share = (ended.places[hero] == 1) / ended.places.count(1)
    return share, scoring.scores(GAME.content, position.state.players), hero, seconds


def report(seats: int, matches: int, processes: int) -> None:
    """Play and print: win rate with its 95 % interval, points by source, time to think."""
    tasks = [(seats, number, hero) for number in range(matches) for hero in range(seats)]
    with Pool(processes) as pool:
        played = pool.map(match, tasks, chunksize=4)
    rate = fmean(share for share, _, _, _ in played)
    margin = 1.96 * sqrt(rate * (1 - rate) / len(played))
    sys.stdout.write(
        f"{seats} seats, {len(played)} matches: wins {100 * rate:.1f} % ± {100 * margin:.1f}\n"
    )
    for name, mine in (("usual", True), ("easy", False)):
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
        sys.stdout.write(f"  {name}: {fmean(score.total for score in scores):.1f} ({parts})\n")
    times = sorted(one for _, _, _, seconds in played for one in seconds)
    sys.stdout.write(
        f"  a decision: {1000 * fmean(times):.1f} ms of the processor on average, 99 of 100 within"
        f" {1000 * times[len(times) * 99 // 100]:.1f}, at most {1000 * times[-1]:.1f}\n"
    )


def main() -> None:
    """Read the arguments and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, choices=GAME.info.seats)
    parser.add_argument("--matches", type=int, default=25, help="for each seat of the computer")
    parser.add_argument("--processes", type=int, default=2)
    told = parser.parse_args()
    for seats in GAME.info.seats if told.seats is None else (told.seats,):
        report(seats, told.matches, told.processes)


if __name__ == "__main__":
    main()
