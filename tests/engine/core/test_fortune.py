"""Luck against its average: sums, margins, verdicts."""

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.fortune import DICE_AT_LEAST, NOTHING, Fortune, Verdict, of_roll, total
from engine.core.luck import seat_fortunes
from tests.toy_game import ToyGame

numbers = st.integers(-(10**6), 10**6)
fortunes = st.builds(Fortune, st.integers(0, 500), numbers, numbers, st.integers(0, 10**9))


@given(st.lists(fortunes), st.randoms())
def test_order_of_sums_makes_no_difference(lines: list[Fortune], order: object) -> None:
    shuffled = lines.copy()
    getattr(order, "shuffle")(shuffled)  # noqa: B009 - hypothesis's own random
    assert total(shuffled) == total(lines)
    assert total([*lines, NOTHING]) == total(lines)


@given(fortunes)
def test_good_and_bad_luck_are_symmetric(fortune: Fortune) -> None:
    points, expected = fortune.points, fortune.expected
    mirror = Fortune(fortune.dice, -points, -expected, fortune.variance)
    assert mirror.excess == -fortune.excess
    assert mirror.chance == fortune.chance
    opposite = {
        Verdict.LUCKY: Verdict.UNLUCKY,
        Verdict.UNLUCKY: Verdict.LUCKY,
        Verdict.BEYOND_LUCKY: Verdict.BEYOND_UNLUCKY,
        Verdict.BEYOND_UNLUCKY: Verdict.BEYOND_LUCKY,
    }
    assert mirror.verdict == opposite.get(fortune.verdict, fortune.verdict)


@pytest.mark.parametrize(
    ("excess", "verdict", "one_in"),
    [
        (0, Verdict.AS_EXPECTED, 1),
        (19, Verdict.AS_EXPECTED, 17.4),
        (20, Verdict.LUCKY, 22),
        (-20, Verdict.UNLUCKY, 22),
        (32, Verdict.LUCKY, 727.7),
        (33, Verdict.BEYOND_LUCKY, 1034.3),
        (-33, Verdict.BEYOND_UNLUCKY, 1034.3),
    ],
)
def test_verdicts(excess: int, verdict: Verdict, one_in: float) -> None:
    """The standard deviation is 10 points; the chances are from the table of the normal
    distribution.
    """
    fortune = of_roll(60, 100 + excess, Fraction(100), Fraction(100))
    assert fortune.excess == excess
    assert fortune.deviation == 10
    assert isclose(fortune.margin, 19.6, abs_tol=0.01)
    assert fortune.verdict is verdict
    assert isclose(1 / fortune.chance, one_in, rel_tol=0.01)


def test_no_verdict_without_enough_dice_that_matter() -> None:
    lucky = of_roll(DICE_AT_LEAST, 100, Fraction(0), Fraction(1))
    assert lucky.verdict is Verdict.BEYOND_LUCKY
    assert of_roll(DICE_AT_LEAST - 1, 100, Fraction(0), Fraction(1)).verdict is Verdict.SILENT
    assert of_roll(500, 0, Fraction(0), Fraction(0)).verdict is Verdict.SILENT
    assert NOTHING.verdict is Verdict.SILENT
    assert NOTHING.chance == 1


def test_log_without_dice_gives_each_seat_nothing() -> None:
    assert seat_fortunes(ToyGame(), 2, ()) == (NOTHING, NOTHING)
