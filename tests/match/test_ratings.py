"""Ratings: openskill's numbers, and the number shown to players."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.match.statistics.ratings import NEWCOMER, Rating, rate

ratings = st.builds(Rating, st.floats(5, 45), st.floats(1, 8.3))
matches = st.integers(2, 4).flatmap(
    lambda seats: st.tuples(
        st.lists(ratings, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


def by_openskill(before: list[Rating], places: list[int]) -> list[Rating]:
    """Return the ratings as computed by the library directly."""
    model = PlackettLuce()
    teams: Any = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    teams_after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in teams_after]


@settings(deadline=None)
@given(matches)
def test_rated_equals_openskill_exactly(match: tuple[list[Rating], list[int]]) -> None:
    before, places = match
    assert list(rate(before, places)) == by_openskill(before, places)


@settings(deadline=None)
@given(st.lists(ratings, min_size=2, max_size=4))
def test_sole_winner_gains_and_sole_loser_loses(before: list[Rating]) -> None:
    after = rate(before, range(1, len(before) + 1))
    assert after[0].mu > before[0].mu
    assert after[-1].mu < before[-1].mu


def test_newcomer_has_1000_and_gains_more_against_more_opponents() -> None:
    assert NEWCOMER.shown == 1000
    two = [rating.shown for rating in rate([NEWCOMER] * 2, (1, 2))]
    four = [rating.shown for rating in rate([NEWCOMER] * 4, (1, 2, 3, 4))]
    assert two == [1138, 927]
    assert four == sorted(four, reverse=True)


def test_alternating_wins_keep_the_mean_and_reduce_the_uncertainty() -> None:
    first = second = NEWCOMER
    for number in range(40):
        first, second = rate((first, second), (1, 2) if number % 2 else (2, 1))
    assert first.sigma < 4
    assert first.mu == pytest.approx(25, abs=2)
    assert first.shown > 1500


@pytest.mark.parametrize("count", [0, 1])
def test_rating_without_opponents_does_not_change(count: int) -> None:
    assert rate([NEWCOMER] * count, [1] * count) == (NEWCOMER,) * count
