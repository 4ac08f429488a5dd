"""Dice Miner's Levels: each clearly beats the one below."""

from itertools import pairwise
from statistics import fmean

import pytest

from bench.arena.contests import Contest, play_seed
from engine.core.types import Level
from tests.tiers import every, full_or

SEEDS = full_or(6, 3)
"""Only a few; docs/computers.md has the results of many matches."""


@pytest.mark.parametrize(
    ("low", "high"),
    every(pairwise((Level.APPRENTICE, Level.MINER, Level.FOREMAN)), rows=True),
    ids=str,
)
def test_each_level_wins_two_of_three_against_the_one_below(low: Level, high: Level) -> None:
    contest = Contest("dice-miner", 2, high.value, low.value)
    assert fmean(play_seed(contest, seed).share for seed in range(SEEDS)) > 2 / 3
