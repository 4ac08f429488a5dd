"""How many decisions a second matches take, played at random: the rules of record,
and the fast form that computer players search with. Processor time; the two take turns.
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
"""Runs of each, and matches in a run."""
GOAL = 8.0


def measure() -> list[Ratio]:
    """Decisions a second of both."""
    fast, record = [], []
    for run in range(RUNS):
        fast.append(_speed(game.play_fast, FAST, run))
        record.append(_speed(game.play_record, RECORD, run))
    ratio = median(one / other for one, other in zip(fast, record, strict=True))
    return [
        Ratio(
            "rules: decisions a second, fast form",
            median(fast),
            median(record),
            "/s",
            ratio,
            f">= {GOAL:.0f} x the rules of record",
            ratio >= GOAL,
        )
    ]


def _speed(play: Play, matches: int, run: int) -> float:
    dice = random.Random(run).random  # noqa: S311
    begun = time.process_time()
    decisions = sum(play(game.game(), dice) for _ in range(matches))
    return decisions / (time.process_time() - begun)
