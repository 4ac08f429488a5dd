"""The arena's figures: intervals that cover, a test that decides both ways, one scale of Elo."""

from math import inf
from statistics import fmean

import pytest

from bench.arena.ladder import Met, ladder
from bench.arena.sequential import Sequential, Verdict
from bench.arena.shares import Interval, elo, elo_interval, interval, odds, share
from engine.core.chance import Stream
from tests.tiers import exhaustive


class Luck:
    """Numbers that are the same in each run."""

    def __init__(self, name: str) -> None:
        self._stream, self._drawn = Stream(bytes(32), name), 0

    def one(self, chance: float) -> float:
        """1.0 so often, else 0.0."""
        self._drawn += 1
        return float(self._stream.number(self._drawn, 10**6) < chance * 10**6)

    def seed(self, chance: float, seats: int = 2, alike: float = 0.5) -> float:
        """The share of a seed whose matches are all decided by its luck so often."""
        if self.one(alike):
            return self.one(chance)
        return fmean(self.one(chance) for _ in range(seats))


@exhaustive
@pytest.mark.parametrize("chance", [0.5, 0.7, 0.95])
@pytest.mark.parametrize("alike", [0.0, 1.0])
def test_intervals_cover(chance: float, alike: float) -> None:
    """19 of 20 hold the true share, whether a seed's matches go alike or not."""
    luck = Luck(f"cover {chance} {alike}")
    held = 0
    for _ in range(400):
        found = interval([luck.seed(chance, alike=alike) for _ in range(60)])
        held += found.low <= chance <= found.high
    assert 0.92 * 400 <= held <= 0.985 * 400


def test_intervals_respect_the_pairing() -> None:
    """Luck that helps whoever has it cancels out: seeds shared evenly tell more than mixed ones."""
    paired = interval([0.5] * 50)
    mixed = interval([1.0, 0.0] * 25)
    assert (paired.value, mixed.value) == (0.5, 0.5)
    assert paired.high - paired.low < (mixed.high - mixed.low) / 5


def test_winning_all_leaves_some_doubt() -> None:
    """Ten seeds of ten may be chance where three of four would be won."""
    found = interval([1.0] * 10)
    assert found.value == 1.0
    assert found.high == pytest.approx(1)
    assert 0.65 < found.low < 0.8


def test_elo() -> None:
    """Ten times as strong are 400 points, at a table of any size; a fair share is none."""
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.25, 4) == pytest.approx(0)
    assert elo(10 / 13, 4) == pytest.approx(400)
    assert (elo(1.0), elo(0.0)) == (inf, -inf)
    assert share(odds(0.3, 3), 3) == pytest.approx(0.3)
    assert elo_interval(Interval(0.5, 1 / 11, 1.0), 2).low == pytest.approx(-400)


def decide(test: Sequential, chance: float, luck: Luck) -> tuple[Verdict, int]:
    """What the test says of a player who wins so often, and after how many seeds."""
    shares: list[float] = []
    while (said := test.verdict(shares)) is Verdict.OPEN and len(shares) < 5000:
        shares.append(luck.seed(chance))
    return said, len(shares)


def test_it_decides_both_ways() -> None:
    """It is seldom wrong at its bounds, and quick far beyond them."""
    test = Sequential(0.5, 0.6)
    luck = Luck("both ways")
    good = [decide(test, 0.6, luck) for _ in range(100)]
    bad = [decide(test, 0.5, luck) for _ in range(100)]
    assert sum(said is Verdict.BETTER for said, _ in good) >= 90
    assert sum(said is Verdict.NOT_BETTER for said, _ in bad) >= 90
    far = [decide(test, 0.9, luck) for _ in range(20)]
    assert all(said is Verdict.BETTER for said, _ in far)
    assert fmean(seeds for _, seeds in far) < fmean(seeds for _, seeds in good) / 2


def test_it_waits_for_its_least() -> None:
    """However clear the first seeds look."""
    test = Sequential(0.5, 0.6, least=12)
    assert test.verdict([]) is Verdict.OPEN
    assert test.verdict([1.0] * 11) is Verdict.OPEN
    assert test.verdict([0.0] * 12) is Verdict.NOT_BETTER


def test_a_question_needs_two_bounds() -> None:
    """In their order."""
    with pytest.raises(ValueError, match="below"):
        Sequential(0.6, 0.6)


def test_a_ladder_finds_known_strengths() -> None:
    """Players of 0, 200 and 350 points who met in pairs, at tables of two and of four."""
    luck = Luck("ladder")
    strong = {"low": 0.0, "middle": 200.0, "high": 350.0}

    def met(one: str, other: str, seats: int) -> Met:
        chance = share(10 ** ((strong[one] - strong[other]) / 400), seats)
        return Met(one, other, seats, [luck.seed(chance, seats) for _ in range(1500)])

    found = ladder([met("middle", "low", 2), met("high", "middle", 4), met("low", "high", 2)])
    assert list(found) == ["high", "middle", "low"]
    assert found["low"] == Interval(0.0, 0.0, 0.0)
    for name in ("middle", "high"):
        assert found[name].value == pytest.approx(strong[name], abs=30)
        assert found[name].low < strong[name] < found[name].high


def test_who_wins_all_has_a_place_on_the_ladder() -> None:
    """Far above, but not infinitely."""
    found = ladder([Met("one", "other", 2, [1.0] * 20), Met("third", "one", 2, [0.5] * 20)])
    assert 400 < found["one"].value < 1000
