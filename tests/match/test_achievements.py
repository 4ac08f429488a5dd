"""Achievements of Dice Miner: for what they are given, and for what they are not."""

from dataclasses import replace

import pytest

from bot.match.statistics.result import Fate, MatchStats, Result, with_achievements
from engine.core.statistics import Points
from engine.core.types import Ending, Outcome
from engine.games.dice_miner.statistics import DAYS, STATISTICS

EVEN = Outcome(Ending.POINTS, (50, 30), (1, 2))
LONG = DAYS * 86_400


def points(tunnels: int, treasure: int = 0, hazards: int = 0) -> Points:
    """A round."""
    return (("tunnels", tunnels), ("treasure", treasure), ("hazards", hazards))


FIRST = Result(0, 11, 1, 50, stats=MatchStats(rounds=(points(20), points(30 - 1), points(1))))
SECOND = Result(1, 12, 2, 30, stats=MatchStats(rounds=(points(10), points(10), points(10))))


def earned(*results: Result, outcome: Outcome | None = EVEN, seconds: int = 60) -> list[set[str]]:
    """What each of them gets."""
    made = with_achievements(STATISTICS.achievements, results, outcome, seconds)
    assert [replace(one, earned=()) for one in made] == list(results)
    return [{earned.name for earned in one.earned} for one in made]


def test_a_match_like_any_other() -> None:
    """Nothing is given for it."""
    assert earned(FIRST, SECOND) == [set(), set()]


def test_for_beers() -> None:
    """Eight of them, whoever won."""
    for beers, found in ((7, set()), (8, {"landlord"})):
        stats = replace(SECOND.stats, counts=(("beer", beers),))
        assert earned(FIRST, replace(SECOND, stats=stats))[1] == found


def test_for_tunnels_in_one_round() -> None:
    """Not over several."""
    assert earned(FIRST, SECOND)[0] == set()
    stats = replace(FIRST.stats, rounds=(points(30), points(19)))
    assert earned(replace(FIRST, stats=stats), SECOND)[0] == {"deepest"}


def test_below_zero() -> None:
    """A round worth less than nothing, not one worth nothing."""
    for hazards, found in ((-5, set()), (-6, {"underground"})):
        stats = replace(SECOND.stats, rounds=(points(5, 0, hazards), points(25)))
        assert earned(FIRST, replace(SECOND, stats=stats))[1] == found


def test_by_a_whisker() -> None:
    """One point, and only to who won alone."""
    close = replace(SECOND, points=49)
    assert earned(FIRST, close) == [{"hairline"}, set()]
    assert earned(FIRST, replace(SECOND, points=48)) == [set(), set()]
    assert earned(FIRST, replace(close, place=1)) == [set(), set()]


def test_singed() -> None:
    """For who won in spite of hazards; who lost by them has had enough."""
    stats = replace(FIRST.stats, rounds=(points(28, 9, -4), points(28, 0, -6)))
    assert earned(replace(FIRST, stats=stats), SECOND)[0] == {"singed"}
    assert earned(FIRST, replace(SECOND, stats=stats))[1] == set()


def test_from_last_to_first() -> None:
    """Before the last round nobody may have had fewer."""
    stats = MatchStats(rounds=(points(5), points(15), points(30 - 1)))
    assert earned(replace(FIRST, stats=stats), SECOND)[0] == {"lift"}
    ahead = MatchStats(rounds=(points(6), points(15), points(29)))
    assert earned(replace(FIRST, stats=ahead), SECOND)[0] == set()


def test_overtime() -> None:
    """To who won the tie-break."""
    outcome = Outcome(Ending.TIEBREAK, (50, 50), (1, 2))
    assert earned(FIRST, replace(SECOND, points=50), outcome=outcome) == [
        {"overtime"},
        set(),
    ]


def test_geology() -> None:
    """To all who stayed."""
    assert earned(FIRST, SECOND, seconds=LONG) == [{"geology"}] * 2
    assert earned(FIRST, SECOND, seconds=LONG - 1) == [set(), set()]


@pytest.mark.parametrize("fate", [Fate.RESIGNED, Fate.REPLACED, Fate.TOOK_OVER])
def test_nothing_for_half_a_match(fate: Fate) -> None:
    """Neither to who left or came later, nor by them to the others, nor in a match cut short."""
    half = replace(SECOND, points=49, fate=fate, whole=False)
    assert earned(FIRST, half, seconds=LONG) == [{"geology"}, set()]
    assert earned(FIRST, SECOND, outcome=None, seconds=LONG) == [set(), set()]
