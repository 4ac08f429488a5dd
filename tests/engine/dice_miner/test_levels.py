"""Dice Miner's Levels: each beats the one below, by as much as those who choose one expect."""

from itertools import pairwise
from statistics import fmean

import pytest

from bench.arena.contests import Contest, play_seed
from engine.core.types import Level
from tests.tiers import every, full_or

SEEDS = full_or(6, 3)
"""Few; docs/computers.md has the figures of many."""


@pytest.mark.parametrize(
    ("low", "high"),
    every(pairwise((Level.APPRENTICE, Level.MINER, Level.FOREMAN)), rows=True),
    ids=str,
)
def test_each_beats_the_one_below(low: Level, high: Level) -> None:
    """In two matches of three, each luck played from both seats."""
    contest = Contest("dice-miner", 2, high.value, low.value)
    assert fmean(play_seed(contest, seed).share for seed in range(SEEDS)) > 2 / 3
