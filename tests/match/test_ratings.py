"""Ratings: openskill's numbers, and the one that people see."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.match.statistics.ratings import NEWCOMER, Rating, rated

ratings = st.builds(Rating, st.floats(5, 45), st.floats(1, 8.3))
matches = st.integers(2, 4).flatmap(
    lambda seats: st.tuples(
        st.lists(ratings, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


def by_openskill(before: list[Rating], places: list[int]) -> list[Rating]:
    """The same asked of the library in its own words."""
    model = PlackettLuce()
    teams: Any = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    made = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in made]


@settings(deadline=None)
@given(matches)
def test_as_openskill_says(match: tuple[list[Rating], list[int]]) -> None:
    """To the last bit, with ties and without."""
    before, places = match
    assert list(rated(before, places)) == by_openskill(before, places)


@settings(deadline=None)
@given(st.lists(ratings, min_size=2, max_size=4))
def test_who_wins_alone_is_thought_better(before: list[Rating]) -> None:
    """And who is last alone is thought worse."""
    after = rated(before, range(1, len(before) + 1))
    assert after[0].mu > before[0].mu
    assert after[-1].mu < before[-1].mu


def test_a_newcomer() -> None:
    """1000; the winner of two newcomers has the more the more others there were."""
    assert NEWCOMER.shown == 1000
    two = [one.shown for one in rated([NEWCOMER] * 2, (1, 2))]
    four = [one.shown for one in rated([NEWCOMER] * 4, (1, 2, 3, 4))]
    assert two == [1138, 927]
    assert four == sorted(four, reverse=True)


def test_more_matches_make_it_surer() -> None:
    """Who wins and loses by turns keeps their mean, and the number comes near it."""
    one = other = NEWCOMER
    for number in range(40):
        one, other = rated((one, other), (1, 2) if number % 2 else (2, 1))
    assert one.sigma < 4
    assert one.mu == pytest.approx(25, abs=2)
    assert one.shown > 1500


@pytest.mark.parametrize("count", [0, 1])
def test_alone_nothing_changes(count: int) -> None:
    """There was nobody to be better than."""
    assert rated([NEWCOMER] * count, [1] * count) == (NEWCOMER,) * count
