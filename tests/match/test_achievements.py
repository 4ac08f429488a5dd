"""Achievements of Dice Miner, and results that earn none."""

from dataclasses import replace

import pytest

from bot.match.statistics.result import Fate, MatchStats, Result, with_achievements
from engine.core.statistics import Points
from engine.core.types import Ending, Outcome
from engine.games.dice_miner.statistics import DAYS, STATISTICS

EVEN = Outcome(Ending.POINTS, (50, 30), (1, 2))
LONG = DAYS * 86_400


def points(tunnels: int, treasure: int = 0, hazards: int = 0) -> Points:
    return (("tunnels", tunnels), ("treasure", treasure), ("hazards", hazards))


FIRST = Result(0, 11, 1, 50, stats=MatchStats(rounds=(points(20), points(30 - 1), points(1))))
SECOND = Result(1, 12, 2, 30, stats=MatchStats(rounds=(points(10), points(10), points(10))))


def earned(*results: Result, outcome: Outcome | None = EVEN, seconds: int = 60) -> list[set[str]]:
    """Return the achievements that each result earns."""
    awarded = with_achievements(STATISTICS.achievements, results, outcome, seconds)
    assert [replace(result, earned=()) for result in awarded] == list(results)
    return [{name for name, _ in result.earned} for result in awarded]


def test_ordinary_match_earns_nothing() -> None:
    assert earned(FIRST, SECOND) == [set(), set()]


def test_eight_beers_earn_landlord_without_a_win() -> None:
    for beers, expected in ((7, set()), (8, {"landlord"})):
        stats = replace(SECOND.stats, counts=(("beer", beers),))
        assert earned(FIRST, replace(SECOND, stats=stats))[1] == expected


def test_deepest_counts_tunnels_of_a_single_round() -> None:
    assert earned(FIRST, SECOND)[0] == set()
    stats = replace(FIRST.stats, rounds=(points(30), points(19)))
    assert earned(replace(FIRST, stats=stats), SECOND)[0] == {"deepest"}


def test_underground_needs_a_negative_round() -> None:
    for hazards, expected in ((-5, set()), (-6, {"underground"})):
        stats = replace(SECOND.stats, rounds=(points(5, 0, hazards), points(25)))
        assert earned(FIRST, replace(SECOND, stats=stats))[1] == expected


def test_hairline_needs_a_sole_winner_by_one_point() -> None:
    close = replace(SECOND, points=49)
    assert earned(FIRST, close) == [{"hairline"}, set()]
    assert earned(FIRST, replace(SECOND, points=48)) == [set(), set()]
    assert earned(FIRST, replace(close, place=1)) == [set(), set()]


def test_singed_is_for_winners_despite_hazards() -> None:
    stats = replace(FIRST.stats, rounds=(points(28, 9, -4), points(28, 0, -6)))
    assert earned(replace(FIRST, stats=stats), SECOND)[0] == {"singed"}
    assert earned(FIRST, replace(SECOND, stats=stats))[1] == set()


def test_lift_needs_the_fewest_points_before_the_last_round() -> None:
    stats = MatchStats(rounds=(points(5), points(15), points(30 - 1)))
    assert earned(replace(FIRST, stats=stats), SECOND)[0] == {"lift"}
    ahead = MatchStats(rounds=(points(6), points(15), points(29)))
    assert earned(replace(FIRST, stats=ahead), SECOND)[0] == set()


def test_winning_the_tie_break_earns_overtime() -> None:
    outcome = Outcome(Ending.TIEBREAK, (50, 50), (1, 2))
    assert earned(FIRST, replace(SECOND, points=50), outcome=outcome) == [
        {"overtime"},
        set(),
    ]


def test_geology_is_for_all_players_of_a_long_match() -> None:
    assert earned(FIRST, SECOND, seconds=LONG) == [{"geology"}] * 2
    assert earned(FIRST, SECOND, seconds=LONG - 1) == [set(), set()]


@pytest.mark.parametrize("fate", [Fate.RESIGNED, Fate.REPLACED, Fate.TOOK_OVER])
def test_partial_players_and_unfinished_matches_earn_nothing(fate: Fate) -> None:
    """A partial player is also no opponent whom the others can beat for an achievement."""
    half = replace(SECOND, points=49, fate=fate, whole=False)
    assert earned(FIRST, half, seconds=LONG) == [{"geology"}, set()]
    assert earned(FIRST, SECOND, outcome=None, seconds=LONG) == [set(), set()]
