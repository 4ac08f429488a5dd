"""Measures the accuracy of computers of each level, judged by the king (docs/accuracy.md).

``python -m bench.accuracy --matches 10``
"""

import argparse
import hashlib
import sys
from collections import defaultdict
from itertools import combinations_with_replacement
from math import sqrt
from statistics import fmean, stdev

from bot.games import load_games
from bot.worker.tasks import SECONDS, Weigh
from bot.worker.timed import Timed
from engine.core import driver
from engine.core.accuracy import Weighed, accuracy
from engine.core.chance import Stream, commitment
from engine.core.computers import decide
from engine.core.game import AnyGame
from engine.core.types import Entry, Level

THOUGHT = 0.5
"""Seconds that the king thinks about each decision."""


def played(game: AnyGame, levels: tuple[Level, ...], name: str, seconds: float) -> Weigh:
    """Play a match between computers of these levels, one per seat. Return the task that rates its
    decisions.
    """
    seed = hashlib.sha256(name.encode()).digest()
    stream = Stream(seed, "accuracy")
    position = driver.start(game, len(levels))
    log: list[Entry] = []
    while True:
        advances = driver.advance(game, position, stream)
        log += [result.entry for result in advances]
        position = advances[-1].position if advances else position
        if game.outcome(position.state) is not None:
            break
        seat = min(game.to_act(position.state))
        thinking = Timed(THOUGHT, len(log))
        action = decide(game, position.state, seat, levels[seat], thinking)
        decided = driver.choose(game, position, seat, game.notation(action))
        log.append(decided.entry)
        position = decided.position
    return Weigh(len(levels), tuple(log), commitment(seed), seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=load_games().default)
    parser.add_argument("--matches", type=int, default=4, help="matches per pair of levels")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="thinking seconds per match")
    parser.add_argument(
        "--king", action="store_true", help="measure only the king against the foreman"
    )
    asked = parser.parse_args()
    game = load_games().newest(asked.game)
    levels = [level for level in game.info.levels if level is not Level.KING]
    pairs: list[tuple[Level, Level]] = list(combinations_with_replacement(levels, 2))
    if asked.king:
        pairs = [(Level.KING, Level.FOREMAN)]
    sides: dict[Level, list[tuple[Weighed, ...]]] = defaultdict(list)
    for number in range(asked.matches):
        for pair in pairs:
            weighed = played(game, pair, f"{number} {pair}", asked.seconds).run(game)
            for seat, level in enumerate(pair):
                sides[level].append(tuple(result for result in weighed if result.seat == seat))
        _print(sides)


def _print(sides: dict[Level, list[tuple[Weighed, ...]]]) -> None:
    lines = [
        "| level | sides | accuracy | ± told | scatter of sides | decisions | lost | ± told |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for level, per_side in sides.items():
        accuracies = [result for side in per_side if (result := accuracy(side)) is not None]
        values = [result.value for result in accuracies]
        scatter = stdev(values) if len(values) > 1 else 0.0
        lines.append(
            f"| {level.value} | {len(accuracies)}"
            f" | {fmean(values):.1f} ± {1.96 * scatter / sqrt(len(values)):.1f}"
            f" | {fmean(result.margin for result in accuracies):.1f} | {scatter:.1f}"
            f" | {fmean(result.decisions for result in accuracies):.0f}"
            f" | {fmean(result.lost for result in accuracies):.1f}"
            f" | {fmean(result.lost_margin for result in accuracies):.1f} |"
        )
    sys.stdout.write("\n".join([*lines, "", ""]))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
