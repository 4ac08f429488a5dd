"""Whether what is said of the end comes true, over matches that computers play out."""

from math import sqrt

import pytest

from bench.calibration import Sample, forecasts, pairs, table
from engine.core.turning import SUREST
from tests.engine.dice_miner.table import GAME
from tests.tiers import exhaustive

MATCHES, MOMENTS = 4, 3
BOUND = 3.0
"""Standard deviations by which what came may differ from what was said."""


@pytest.fixture(scope="module")
def asked() -> list[Sample]:
    """Moments of seeded matches of two, three and four."""
    return list(forecasts(GAME, MATCHES, MOMENTS, "tests"))


@exhaustive
def test_the_forecast_comes_true(asked: list[Sample]) -> None:
    """Favourites win as often as is said, and so do those far behind."""
    said = pairs((one.forecast, one.came) for one in asked)
    for part in (
        [pair for pair in said if pair[0] >= 0.6],
        [pair for pair in said if pair[0] < 0.25],
        said,
    ):
        spread = sqrt(sum(share * (1 - share) for share, _ in part))
        assert abs(sum(came - share for share, came in part)) <= BOUND * spread


@exhaustive
def test_nothing_is_certain_before_it_is_decided(asked: list[Sample]) -> None:
    """Neither in the forecast nor at a glance; only who can't win any more has nothing."""
    for one in asked:
        assert sum(one.forecast) == pytest.approx(1)
        for guess, share in zip(one.guess, one.forecast, strict=True):
            assert (share == 0) == (guess == 0)
            assert share <= SUREST + 1e-9
            assert guess < 1


def test_what_is_said_is_told_in_a_table() -> None:
    """By tenths, with what came of it."""
    assert table([(0.75, 1), (0.7, 0), (0.02, 0)])[2:] == [
        "| 0 to 10 % | 1 | 2.0 % | 0.0 % |",
        "| 70 to 80 % | 2 | 72.5 % | 50.0 % |",
    ]
