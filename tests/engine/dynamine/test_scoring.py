"""Points, rewards and places (dynamine.md, Points)."""

import pytest

from engine.core.types import Ending
from engine.games.dynamine import scoring
from engine.games.dynamine.scoring import Score
from tests.engine.dynamine.table import CONTENT, GAME, Laid, finished, mine, players, summary

SHAFT: Laid = {"2.0": "C1a", "3.0": "C3a", "4.0": "C3c", "5.0": "F1a"}
"""Two plain wells in a tunnel of four tiles, down to level 5."""


def score(laid: Laid, hand: str = "") -> Score:
    """Of the first of three seats; the others have nothing, and no reward is counted."""
    return scoring.scores(CONTENT, players(laid, {}, {}, hands=(hand,)))[0]


def test_veins_count_their_level_up_to_five() -> None:
    """On level 6 they are worth 5, too."""
    laid = {**SHAFT, "1.1": "A3c", "5.1": "A3b", "5.-1": "A2a"}
    assert score(laid).veins == 1 + 5 + 5
    assert score({**SHAFT, "6.0": "A2b"}).veins == 5


def test_altars_count_the_veins_of_their_level() -> None:
    """Their own tile's, too, and no other level's."""
    assert score({"1.1": "B3c"}).altars == 1
    assert score({"1.1": "B4c", "1.-1": "A3c"}).altars == 1 + 2
    assert score({"2.0": "F1a", "2.1": "B5a", "1.-1": "A3c"}).altars == 4


def test_wells_count_their_tunnel() -> None:
    """Its tiles joined N–S, its own too, without the entrance; rich ones begin with 2."""
    assert score(SHAFT).wells == 2 * (1 + 4)
    assert score({"2.0": "C2b"}).wells == 1 + 1
    assert score({"1.1": "C3b"}).wells == 1 + 1
    assert score({"2.0": "C4a", "3.0": "F1a"}).wells == 2 + 2
    rich = score({"2.0": "C6b"})
    assert (rich.wells, rich.altars, rich.fossils) == (2 + 1, 1 + 1, 0)
    assert score({"2.0": "C4a"}).fossils == 1


def test_fossils() -> None:
    """1 or 2."""
    assert score({"1.-1": "D1a", "2.0": "D2a"}).fossils == 3


def test_side_a_gives_nothing_for_a_tie_or_for_nothing() -> None:
    """The one with most has it."""
    equal = scoring.scores(CONTENT, players({"2.0": "C1a"}, {"2.0": "C1a"}))
    assert [one.rewards for one in equal] == [0, 0]
    more = scoring.scores(CONTENT, players({"2.0": "D2a"}, {}))
    # Fossils 5, depth 4, tiles 3; no wells, altars or veins.
    assert [one.rewards for one in more] == [12, 0]


def counts(*fossils: int) -> tuple[tuple[int, ...], ...]:
    """Seats with nothing but so many fossils."""
    return tuple((one, 0, 0, 1, 0, 1) for one in fossils)


def test_side_b_gives_first_and_second_place() -> None:
    """All who tie have them; second is the next lower count above 0."""
    rewarded = [
        scoring.reward_points(CONTENT, counts(*fossils))[0]
        for fossils in ((3, 1, 0), (2, 2, 1), (2, 1, 1, 0), (1, 0, 0), (0, 0, 0))
    ]
    assert rewarded == [(5, 2, 0), (5, 5, 2), (5, 2, 2, 0), (5, 0, 0), (0, 0, 0)]
    depth = scoring.reward_points(CONTENT, counts(0, 0, 0))
    assert depth[3] == (4, 4, 4)
    assert depth[5] == (3, 3, 3)


@pytest.mark.parametrize(
    ("hand", "laid", "points"),
    [
        ("ring", {"2.0": "C6b", "1.1": "B3c"}, 4),
        ("barrel", SHAFT, 4),
        ("torches", {"2.0": "D2a", "1.-1": "D1a"}, 4),
        ("beams", {}, 1),
        ("beams", {**SHAFT, "6.0": "A2b"}, 6),
        ("raven plan", SHAFT, 0),
    ],
)
def test_objects(hand: str, laid: Laid, points: int) -> None:
    """By pieces and levels."""
    assert score(laid, hand).objects == points


@pytest.mark.parametrize(
    ("hand", "laid", "points"),
    [
        ("sapphire1 sapphire2", {**SHAFT, "5.1": "F3b"}, 0),
        ("skull", {**SHAFT, "5.1": "D1c"}, 4),
        ("skull", {"1.1": "D1c"}, 0),
        ("skull", {**SHAFT, "6.0": "D2a"}, 0),
        ("altar", {**SHAFT, "5.1": "F3b"}, 4),
        ("well", {**SHAFT, "5.1": "C3b"}, 4),
        ("well", SHAFT, 0),
        ("halls", {**SHAFT, "5.1": "A1a", "5.-1": "B1a"}, 4),
        ("halls", {**SHAFT, "5.1": "A1a"}, 0),
    ],
)
def test_missions(hand: str, laid: Laid, points: int) -> None:
    """Exactly on their level."""
    assert score(laid, hand).missions == points


def test_one_sapphire_serves_both_cards() -> None:
    """Of either tile, on level 4."""
    laid = {"2.0": "C1a", "3.0": "C3a", "4.0": "F1a", "4.1": "F3a"}
    assert score(laid, "sapphire1 sapphire2").missions == 10


def test_most_points_win() -> None:
    """Places of the others count who won or has more."""
    state = finished({"2.0": "A2b", "1.1": "A1b"}, {"2.0": "C2b"}, {"1.1": "D1c"})
    ended = GAME.outcome(state)
    assert ended is not None
    assert ended.ending is Ending.POINTS
    assert ended.scores == tuple(summary(state)["totals"])  # type: ignore[arg-type]
    order = sorted(ended.scores, reverse=True)
    assert ended.places == tuple(1 + order.index(points) for points in ended.scores)


def test_a_tie_goes_to_the_deeper_tiles() -> None:
    """More tiles on level 5, then 4, and so on; who loses it is second; else it is shared."""
    shared = GAME.outcome(finished({}, {}))
    assert shared is not None
    assert (shared.ending, shared.places) == (Ending.SHARED, (1, 1))
    low, high = (
        {"1.1": "A1a", "1.-1": "A1a", "2.0": "F1a"},
        {"2.0": "F1a", "2.1": "A1a", "2.-1": "A1a"},
    )
    broken = GAME.outcome(finished(low, high))
    assert broken is not None
    assert broken.scores[0] == broken.scores[1]
    assert (broken.ending, broken.places) == (Ending.TIEBREAK, (2, 1))
    three = GAME.outcome(finished(low, high, low))
    assert three is not None
    assert three.places == (2, 1, 2)


def test_mines_of_these_tests_are_legal() -> None:
    """What lies in them was placed by the rules."""
    with pytest.raises(AssertionError):
        mine({"3.0": "C1a"})
