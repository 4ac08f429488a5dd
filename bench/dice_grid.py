"""``python -m bench.dice_grid``: how well the computers play the dice grid, on the same luck.

Each match of one player has its counterpart, with the same seed, of every other one: whoever rolls
the same die in the same round rolls the same.
"""

import argparse
import sys
import time
from multiprocessing import Pool
from statistics import fmean, stdev

from bot.games import load_games
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level

GAME = load_games().newest("dice-grid")
PLAYERS: dict[str, Level] = {"greedy": Level.EASY, "usual": Level.USUAL}


def play(player: str, number: int) -> tuple[int, float, float]:
    """Points of a whole match, mean and longest seconds of a decision."""
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "bench")
    position = driver.start(GAME, 1)
    spent = []
    while GAME.outcome(position.state) is None:
        begun = time.perf_counter()
        action = GAME.suggest(position.state, 0, PLAYERS[player])
        spent.append(time.perf_counter() - begun)
        position = driver.choose(GAME, position, 0, GAME.notation(action)).position
        for made in driver.advance(GAME, position, stream):
            position = made.position
    return GAME.scores(position.state)[0], fmean(spent), max(spent)


def main() -> int:
    """Play and print a line for each player."""
    parser = argparse.ArgumentParser(prog="bench.dice_grid")
    parser.add_argument("matches", type=int, nargs="?", default=200)
    parser.add_argument("--processes", type=int, default=2)
    told = parser.parse_args()
    numbers = range(told.matches)
    with Pool(told.processes) as pool:
        for player in PLAYERS:
            played = pool.starmap(play, [(player, number) for number in numbers], chunksize=4)
            points = [one[0] for one in played]
            mean, slowest = fmean(one[1] for one in played), max(one[2] for one in played)
            sys.stdout.write(
                f"{player:8} mean {fmean(points):.2f} sd {stdev(points):.2f} "
                f"min {min(points)} max {max(points)}; a decision takes {1000 * mean:.1f} ms, "
                f"at most {1000 * slowest:.0f} ms\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
