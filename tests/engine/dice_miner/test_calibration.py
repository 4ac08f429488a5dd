"""Calibration of the forecasts, over matches that computers play out."""

from math import sqrt

import pytest

from bench.calibration import Sample, forecasts, pairs, table
from engine.core.turning import SUREST
from tests.engine.dice_miner.table import GAME
from tests.tiers import exhaustive

MATCHES, MOMENTS = 4, 3
BOUND = 3.0
"""Allowed difference between forecast and result, in standard deviations."""


@pytest.fixture(scope="module")
def moments() -> list[Sample]:
    """Moments of seeded matches of two, three and four."""
    return list(forecasts(GAME, MATCHES, MOMENTS, "tests"))


@exhaustive
def test_forecast_shares_match_the_results(moments: list[Sample]) -> None:
    outcomes = pairs((moment.forecast, moment.came) for moment in moments)
    for part in (
        [pair for pair in outcomes if pair[0] >= 0.6],
        [pair for pair in outcomes if pair[0] < 0.25],
        outcomes,
    ):
        spread = sqrt(sum(share * (1 - share) for share, _ in part))
        assert abs(sum(result - share for share, result in part)) <= BOUND * spread


@exhaustive
def test_forecast_is_certain_only_for_decided_matches(moments: list[Sample]) -> None:
    for moment in moments:
        assert sum(moment.forecast) == pytest.approx(1)
        for guess, share in zip(moment.guess, moment.forecast, strict=True):
            assert (share == 0) == (guess == 0)
            assert share <= SUREST + 1e-9
            assert guess < 1


def test_table_shows_forecasts_by_tenths_with_results() -> None:
    assert table([(0.75, 1), (0.7, 0), (0.02, 0)])[2:] == [
        "| 0 to 10 % | 1 | 2.0 % | 0.0 % |",
        "| 70 to 80 % | 2 | 72.5 % | 50.0 % |",
    ]
