"""The worth of rolls of dice in hoards, against all possible outcomes."""

import itertools
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.games import load_games
from engine.core.fortune import NOTHING, Verdict
from engine.core.luck import seat_fortunes
from engine.core.matchfile import open_match
from engine.games.dice_miner import luck
from engine.games.dice_miner.content import Face, Kind, Symbol
from engine.games.dice_miner.state import Excavation, Keeping, SimpleStage, State
from tests.cogs.moments import match
from tests.engine.dice_miner.table import CONTENT, GAME, after, table
from tests.tiers import full_or

GOLDEN = Path(__file__).parents[2] / "golden"
PRINTED = {entry.kind: entry.faces for entry in CONTENT.kinds}
faces = st.sampled_from([face for kind in PRINTED.values() for face in kind])


@settings(max_examples=full_or(60, 15), deadline=None)
@given(st.lists(faces, max_size=9), st.lists(st.sampled_from(list(Kind)), max_size=4))
def test_mean_and_variance_match_an_enumeration(still: list[Face], kinds: list[Kind]) -> None:
    every = [
        luck.worth([*still, *rolled])
        for rolled in itertools.product(*(PRINTED[kind] for kind in kinds))
    ]
    mean = Fraction(sum(every), len(every))
    variance = Fraction(sum(worth * worth for worth in every), len(every)) - mean**2
    assert luck.spread(CONTENT, still, kinds) == (mean, variance)


def test_sixty_dice_are_counted_exactly_and_quickly() -> None:
    kinds = [kind for kind in Kind for _ in range(CONTENT.kinds[list(Kind).index(kind)].count)]
    mean, variance = luck.spread(CONTENT, [], kinds)
    assert 96 < mean < 97
    assert variance > 100


def test_worth_is_the_score_of_the_hoard() -> None:
    """The rulebook's examples; gems count once; beer, diamonds and chests are worth nothing."""
    tunnels = [Face(Symbol.TUNNEL, number) for number in (1, 1, 2, 2, 3)]
    assert luck.worth(tunnels) == 9
    assert luck.worth([Face(Symbol.GEM, 3), Face(Symbol.BEER, 1), Face(Symbol.DIAMOND, 2)]) == 3
    assert luck.worth([Face(Symbol.ROCKFALL, 1), Face(Symbol.DRAGON, 4)]) == -5
    assert luck.worth([Face(Symbol.DRAGON, 4), Face(Symbol.SHIELD, 1), Face(Symbol.CHEST, 2)]) == 4


def fortunes_of_last_line(state: State, *lines: str) -> tuple[tuple[int, int, int], ...]:
    """Return dice, points and average (in thousandths) of the last line, for each seat."""
    before = after(state, *lines[:-1])
    fortunes = GAME.fortunes(before, after(before, lines[-1].replace("?", "")))
    return tuple((fortune.dice, fortune.points, fortune.expected) for fortune in fortunes)


def test_shared_beer_is_luck_of_the_receiver() -> None:
    """A gem die shows 1, 1, 1, 2, 3 or beer: 8 sixths of a gem on average."""
    state = table(Excavation(0), "g01=6", "", lying={0: "t01=1", 1: "t02=1"})
    assert fortunes_of_last_line(state, "0 salud g01 1", "* roll g01=3") == (
        (0, 0, 0),
        (1, 1, 1333),
    )


def test_recovery_counts_rolled_dice_of_each_seat() -> None:
    state = table(
        Keeping((0,), ((), ())),
        "k01=5 g01=5 g02=1",
        "g03=6",
        heroes="treasurer alchemist",
        rounds=[(1, 1)],
    )
    lines = ("0 keep g01", "0 done", "* roll g02=6,k01=1,g03=4")
    recovered = fortunes_of_last_line(state, *lines[:2], "* roll k01=1,g02=6,g03=4")
    # Seat 0: 3 gems kept and 1 on the hero; a tool scores nothing alone. Seat 1: one gem die.
    assert recovered == ((2, 4, 4000 + 1333), (1, 2, 1333))
    rolled = after(state, *lines[:2], "* roll k01=1,g02=6,g03=4")
    assert GAME.fortunes(rolled, after(rolled, "* lot 1")) == (NOTHING, NOTHING)


def test_tie_break_counts_only_for_tied_seats() -> None:
    state = table(
        SimpleStage.TIEBREAK_ROLL,
        "g01=1",
        "g02=1",
        "g03=1",
        tied=(0, 2),
        magic_start=0,
        rounds=[(9, 1, 9)],
    )
    assert fortunes_of_last_line(state, "* roll g01=5,g03=6") == (
        (1, 3, 1333),
        (0, 0, 0),
        (1, 0, 1333),
    )


def test_luck_averages_zero_in_random_matches() -> None:
    sigmas = []
    for number in range(24):
        moments = match(2 + number % 3, f"luck {number}", ("", "spend", "salud")[number % 3])
        seats = 2 + number % 3
        log = [advance.entry for moment in moments for advance in moment.fresh]
        sigmas += [seat.sigmas for seat in seat_fortunes(GAME, seats, log)]
    assert abs(sum(sigmas) / sqrt(len(sigmas))) < 2.5
    assert 0.75 < sqrt(sum(sigma * sigma for sigma in sigmas) / len(sigmas)) < 1.25


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "two-seats",
            [
                (42, 252, 263920, 225562, Verdict.AS_EXPECTED),
                (52, 571, 556979, 279318, Verdict.AS_EXPECTED),
            ],
        ),
        (
            "three-seats",
            [
                (34, 157, 162408, 60099, Verdict.AS_EXPECTED),
                (29, 254, 246275, 142719, Verdict.AS_EXPECTED),
                (41, 268, 255627, 152647, Verdict.AS_EXPECTED),
            ],
        ),
        (
            "tie-break",
            [
                (76, 395, 414351, 485129, Verdict.AS_EXPECTED),
                (68, 408, 418362, 521962, Verdict.AS_EXPECTED),
            ],
        ),
    ],
)
def test_luck_of_recorded_matches_never_changes(
    name: str, expected: list[tuple[int, int, int, int, Verdict]]
) -> None:
    opened = open_match((GOLDEN / f"{name}.match").read_bytes(), load_games().game)
    log = [advance.entry for _, advance in opened.advances()]
    seats = seat_fortunes(opened.game, opened.header.seats, log)
    assert [
        (seat.dice, seat.points, seat.expected, seat.variance, seat.verdict) for seat in seats
    ] == expected
