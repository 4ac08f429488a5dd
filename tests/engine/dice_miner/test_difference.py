"""The largest difference between winner and runner-up is true of the score sheet."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.difference import Category, Difference, defence, difference
from engine.games.dice_miner.hoards import faces
from engine.games.dice_miner.state import Finished, Round, Score, State
from tests.engine.dice_miner.table import CONTENT, table

POINTS = st.integers(-20, 40)
SCORES = st.builds(Score, POINTS, POINTS, POINTS)


def finished(*rounds: tuple[tuple[int, int, int], ...]) -> State:
    """Return a match with these scores (tunnels, treasure, hazards) by round and seat."""
    played = [Round(0, tuple(Score(*score) for score in scores)) for scores in rounds]
    return _with(played)


def _with(rounds: list[Round]) -> State:
    seats = len(rounds[0].scores)
    totals = [sum(played.scores[seat].total for played in rounds) for seat in range(seats)]
    winners = tuple(seat for seat in range(seats) if totals[seat] == max(totals))
    state = table(Finished(winners), *[""] * seats)
    return replace(state, rounds=tuple(rounds))


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (
            (((3, 2, 0), (3, 1, 0)), ((1, 1, 30), (6, 4, -1))),
            Difference(Category.HAZARDS, 0, 1, 30, -1, 2),
        ),
        (
            (((6, 0, 0), (1, 0, 0)), ((6, 0, 0), (1, 0, 0)), ((6, 0, 0), (1, 0, 0))),
            Difference(Category.TUNNELS, 0, 1, 18, 3, 0),
        ),
        ((((0, 9, 0), (0, 5, 0), (0, 12, 0)),), Difference(Category.TREASURE, 2, 0, 12, 9, 1)),
        ((((0, 5, 0), (5, 0, 0)),), None),
    ],
)
def test_largest_difference_names_category_round_and_points(
    rounds: Any, expected: Difference | None
) -> None:
    assert difference(finished(*rounds)) == expected


@given(st.lists(st.tuples(SCORES, SCORES, SCORES), min_size=1, max_size=3))
def test_difference_favours_the_winner_and_matches_the_sheet(
    scores: list[tuple[Score, Score, Score]],
) -> None:
    state = _with([Round(0, played) for played in scores])
    found = difference(state)
    totals = state.totals
    if found is None:
        assert max(totals) == sorted(totals)[-2]
        return
    assert totals[found.winner] == max(totals)
    assert totals[found.other] == sorted(totals)[-2]
    assert found.mine > found.theirs
    rounds = [scores[found.number - 1]] if found.number else scores
    for seat, points in ((found.winner, found.mine), (found.other, found.theirs)):
        name = found.category.value
        assert sum(getattr(played[seat], name) for played in rounds) == points


def showing(prefix: str, symbol: Symbol, dice: int) -> str:
    """Return a hoard of dice of one kind that all show the symbol on their first such face."""
    for face in range(1, 6):
        (shown,) = faces(CONTENT, table(Finished((0,)), f"{prefix}01={face}", ""), 0)
        if shown.symbol is symbol:
            return " ".join(f"{prefix}{number:02}={face}" for number in range(1, dice + 1))
    raise AssertionError(f"no die {prefix} shows {symbol}")


def test_defence_multiplies_tools_and_hazards() -> None:
    dragons = showing("h", Symbol.DRAGON, 3)
    hoard = f"{showing('k', Symbol.SHIELD, 2)} {dragons}"
    state = table(Finished((0,)), hoard, "")
    assert defence(CONTENT, state, 0) == (Symbol.SHIELD, 2, 6), "two dragons each"
    helpless = table(Finished((0,)), "", dragons)
    assert defence(CONTENT, helpless, 1) is None
