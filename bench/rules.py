"""Decisions per second of random matches, in processor time.

Compares the normal rules with the fast form that computer players search with, alternating.
"""

import random  # noqa: TID251 - luck to think with, which no match has
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from bench import game
from bench.ratios import Ratio

Play = Callable[[Any, Callable[[], float]], int]
RUNS, FAST, RECORD = 5, 200, 20
"""Runs of each, and matches per run."""
GOAL = 8.0


def measure() -> list[Ratio]:
    fast, record = [], []
    for run in range(RUNS):
        fast.append(_speed(game.play_fast, FAST, run))
        record.append(_speed(game.play_record, RECORD, run))
    ratio = median(ours / theirs for ours, theirs in zip(fast, record, strict=True))
    return [
        Ratio(
            "rules: decisions a second, fast form",
            median(fast),
            median(record),
            "/s",
            ratio,
            f">= {GOAL:.0f} x the normal rules",
            ratio >= GOAL,
        )
    ]


def _speed(play: Play, matches: int, run: int) -> float:
    dice = random.Random(run).random  # noqa: S311
    started = time.process_time()
    decisions = sum(play(game.game(), dice) for _ in range(matches))
    return decisions / (time.process_time() - started)
