"""The arena's statistics: intervals, the sequential test and Elo."""

from math import inf
from statistics import fmean

import pytest

from bench.arena.ladder import Met, ladder
from bench.arena.sequential import Sequential, Verdict
from bench.arena.shares import Interval, elo, elo_interval, interval, odds, share
from engine.core.chance import Stream
from tests.tiers import exhaustive


class Luck:
    def __init__(self, name: str) -> None:
        self._stream, self._drawn = Stream(bytes(32), name), 0

    def one(self, chance: float) -> float:
        """Return 1.0 with this chance, else 0.0."""
        self._drawn += 1
        return float(self._stream.number(self._drawn, 10**6) < chance * 10**6)

    def seed(self, chance: float, seats: int = 2, alike: float = 0.5) -> float:
        """Return the share of a seed. With chance `alike`, its luck decides all of its matches."""
        if self.one(alike):
            return self.one(chance)
        return fmean(self.one(chance) for _ in range(seats))


@exhaustive
@pytest.mark.parametrize("chance", [0.5, 0.7, 0.95])
@pytest.mark.parametrize("alike", [0.0, 1.0])
def test_95_percent_of_intervals_hold_the_true_share(chance: float, alike: float) -> None:
    luck = Luck(f"cover {chance} {alike}")
    covering = 0
    for _ in range(400):
        estimate = interval([luck.seed(chance, alike=alike) for _ in range(60)])
        covering += estimate.low <= chance <= estimate.high
    assert 0.92 * 400 <= covering <= 0.985 * 400


def test_evenly_shared_seeds_give_narrower_intervals() -> None:
    paired = interval([0.5] * 50)
    mixed = interval([1.0, 0.0] * 25)
    assert (paired.value, mixed.value) == (0.5, 0.5)
    assert paired.high - paired.low < (mixed.high - mixed.low) / 5


def test_winning_all_seeds_leaves_an_interval() -> None:
    estimate = interval([1.0] * 10)
    assert estimate.value == 1.0
    assert estimate.high == pytest.approx(1)
    assert 0.65 < estimate.low < 0.8


def test_ten_times_stronger_is_400_elo() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.25, 4) == pytest.approx(0)
    assert elo(10 / 13, 4) == pytest.approx(400)
    assert (elo(1.0), elo(0.0)) == (inf, -inf)
    assert share(odds(0.3, 3), 3) == pytest.approx(0.3)
    assert elo_interval(Interval(0.5, 1 / 11, 1.0), 2).low == pytest.approx(-400)


def decide(test: Sequential, chance: float, luck: Luck) -> tuple[Verdict, int]:
    """Return the verdict on a player with this chance of winning, and the number of seeds
    played.
    """
    shares: list[float] = []
    while (verdict := test.verdict(shares)) is Verdict.OPEN and len(shares) < 5000:
        shares.append(luck.seed(chance))
    return verdict, len(shares)


def test_sequential_test_errs_rarely_and_is_quick() -> None:
    test = Sequential(0.5, 0.6)
    luck = Luck("both ways")
    good = [decide(test, 0.6, luck) for _ in range(100)]
    bad = [decide(test, 0.5, luck) for _ in range(100)]
    assert sum(verdict is Verdict.BETTER for verdict, _ in good) >= 90
    assert sum(verdict is Verdict.NOT_BETTER for verdict, _ in bad) >= 90
    far = [decide(test, 0.9, luck) for _ in range(20)]
    assert all(verdict is Verdict.BETTER for verdict, _ in far)
    assert fmean(seeds for _, seeds in far) < fmean(seeds for _, seeds in good) / 2


def test_sequential_test_waits_for_its_least() -> None:
    test = Sequential(0.5, 0.6, least=12)
    assert test.verdict([]) is Verdict.OPEN
    assert test.verdict([1.0] * 11) is Verdict.OPEN
    assert test.verdict([0.0] * 12) is Verdict.NOT_BETTER


def test_sequential_test_needs_ordered_bounds() -> None:
    with pytest.raises(ValueError, match="below"):
        Sequential(0.6, 0.6)


def test_ladder_recovers_known_strengths() -> None:
    luck = Luck("ladder")
    strengths = {"low": 0.0, "middle": 200.0, "high": 350.0}

    def met(one: str, other: str, seats: int) -> Met:
        chance = share(10 ** ((strengths[one] - strengths[other]) / 400), seats)
        return Met(one, other, seats, [luck.seed(chance, seats) for _ in range(1500)])

    ratings = ladder([met("middle", "low", 2), met("high", "middle", 4), met("low", "high", 2)])
    assert list(ratings) == ["high", "middle", "low"]
    assert ratings["low"] == Interval(0.0, 0.0, 0.0)
    for name in ("middle", "high"):
        assert ratings[name].value == pytest.approx(strengths[name], abs=30)
        assert ratings[name].low < strengths[name] < ratings[name].high


def test_unbeaten_player_has_a_finite_rating() -> None:
    ratings = ladder([Met("one", "other", 2, [1.0] * 20), Met("third", "one", 2, [0.5] * 20)])
    assert 400 < ratings["one"].value < 1000
