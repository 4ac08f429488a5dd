"""Measures the accuracy of computers of each level and of random moves, judged by the king
(docs/accuracy.md).

``python -m bench.accuracy --matches 20``
"""

import argparse
import hashlib
import random  # noqa: TID251 - moves to be measured, and no dice of a match
import sys
import time
from collections import defaultdict
from math import fsum, sqrt
from statistics import fmean, stdev

from bot.app.games import load_games
from bot.worker.judging import SECONDS, judge
from bot.worker.timed import Timed
from engine.core import driver
from engine.core.accuracy import Weighed, accuracy
from engine.core.chance import Stream, commitment
from engine.core.computers import decide
from engine.core.driver import Advance
from engine.core.game import AnyGame
from engine.core.thinking import AccuracyScale
from engine.core.types import Level, Seat

THOUGHT = 0.5
"""Seconds that the king thinks about each decision."""

Decider = Level | None
"""A computer's level; None decides at random."""


def judged(
    game: AnyGame, deciders: tuple[Decider, ...], name: str, seconds: float
) -> tuple[Weighed, ...]:
    """Play a match with one decider per seat, and judge it with `seconds` of processor time."""
    seed = hashlib.sha256(name.encode()).digest()
    stream, luck = Stream(seed, "accuracy"), random.Random(name)  # noqa: S311 - see the import
    position = driver.start(game, len(deciders))
    advances: list[Advance[object]] = []
    while True:
        advances += driver.advance(game, position, stream)
        position = advances[-1].position if advances else position
        if game.outcome(position.state) is not None:
            break
        seat: Seat = min(game.to_act(position.state))
        decider = deciders[seat]
        if decider is None:
            action = luck.choice(list(game.legal_actions(position.state, seat)))
        else:
            thinking = Timed(THOUGHT, len(advances), time.process_time)
            action = decide(game, position.state, seat, decider, thinking)
        advances.append(driver.choose(game, position, seat, game.notation(action)))
        position = advances[-1].position
    return judge(game, len(deciders), advances, commitment(seed), seconds, time.process_time)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=load_games().default)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="processor time per match")
    asked = parser.parse_args()
    game = load_games().newest(asked.game)
    seats = max(min(game.info.seats), min(2, max(game.info.seats)))
    deciders: tuple[Decider, ...] = (None, *game.info.levels)
    sides: dict[Decider, list[tuple[Weighed, ...]]] = defaultdict(list)
    for number in range(asked.matches):
        chosen = tuple(deciders[(number + seat) % len(deciders)] for seat in range(seats))
        weighed = judged(game, chosen, f"{number} {asked.game}", asked.seconds)
        for seat, decider in enumerate(chosen):
            sides[decider].append(tuple(result for result in weighed if result.seat == seat))
        _print(
            game.accuracy_scale, {decider: sides[decider] for decider in deciders if sides[decider]}
        )


def _print(scale: AccuracyScale, sides: dict[Decider, list[tuple[Weighed, ...]]]) -> None:
    lines = [
        "| level | sides | behind | scatter | accuracy | margin | decisions | given away |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for decider, per_side in sides.items():
        accuracies = [result for side in per_side if (result := accuracy(side, scale)) is not None]
        values = [result.value for result in accuracies]
        parts = [_part(side) for side in per_side]
        scatter = stdev(values) if len(values) > 1 else 0.0
        lines.append(
            f"| {'random' if decider is None else decider.value} | {len(accuracies)}"
            f" | {fmean(parts):.2f} | {stdev(parts) if len(parts) > 1 else 0.0:.2f}"
            f" | {fmean(values):.0f} ± {1.96 * scatter / sqrt(len(values)):.0f}"
            f" | {fmean(result.margin for result in accuracies):.0f}"
            f" | {fmean(result.decisions for result in accuracies):.0f}"
            f" | {fmean(result.lost for result in accuracies):.0f} |"
        )
    sys.stdout.write("\n".join([*lines, "", ""]))
    sys.stdout.flush()


def _part(side: tuple[Weighed, ...]) -> float:
    """Return the points behind for each point that random moves are expected to be behind."""
    behind = fsum(decision.behind for decision in side if decision.share >= 0)
    return behind / fsum(decision.at_random for decision in side)


if __name__ == "__main__":
    main()
