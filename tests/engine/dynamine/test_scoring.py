"""Points, rewards and places (dynamine.md, Points)."""

import pytest

from engine.core.types import Ending
from engine.games.dynamine import scoring
from engine.games.dynamine.scoring import Score
from tests.engine.dynamine.table import CONTENT, GAME, Laid, finished, mine, players, summary

SHAFT: Laid = {"2.0": "C1a", "3.0": "C3a", "4.0": "C3c", "5.0": "F1a"}
"""Two plain wells in a tunnel of four tiles, down to level 5."""


def score(laid: Laid, hand: str = "") -> Score:
    """Return the score of the first of three seats; the others have nothing."""
    return scoring.scores(CONTENT, players(laid, {}, {}, hands=(hand,)))[0]


def test_veins_count_their_level_up_to_five() -> None:
    laid = {**SHAFT, "1.1": "A3c", "5.1": "A3b", "5.-1": "A2a"}
    assert score(laid).veins == 1 + 5 + 5
    assert score({**SHAFT, "6.0": "A2b"}).veins == 5


def test_altars_count_the_veins_of_their_level() -> None:
    assert score({"1.1": "B3c"}).altars == 1
    assert score({"1.1": "B4c", "1.-1": "A3c"}).altars == 1 + 2
    assert score({"2.0": "F1a", "2.1": "B5a", "1.-1": "A3c"}).altars == 4


def test_wells_count_their_tunnel() -> None:
    """A tunnel is all tiles joined north to south, without the entrance; rich wells begin
    with 2.
    """
    assert score(SHAFT).wells == 2 * (1 + 4)
    assert score({"2.0": "C2b"}).wells == 1 + 1
    assert score({"1.1": "C3b"}).wells == 1 + 1
    assert score({"2.0": "C4a", "3.0": "F1a"}).wells == 2 + 2
    rich = score({"2.0": "C6b"})
    assert (rich.wells, rich.altars, rich.fossils) == (2 + 1, 1 + 1, 0)
    assert score({"2.0": "C4a"}).fossils == 1


def test_fossils_count_one_or_two() -> None:
    assert score({"1.-1": "D1a", "2.0": "D2a"}).fossils == 3


def test_side_a_rewards_only_a_single_leader() -> None:
    equal = scoring.scores(CONTENT, players({"2.0": "C1a"}, {"2.0": "C1a"}))
    assert [seat_score.rewards for seat_score in equal] == [0, 0]
    more = scoring.scores(CONTENT, players({"2.0": "D2a"}, {}))
    # Fossils 5, depth 4, tiles 3; no wells, altars or veins.
    assert [seat_score.rewards for seat_score in more] == [12, 0]


def counts(*fossils: int) -> tuple[tuple[int, ...], ...]:
    """Return counts of seats with nothing but fossils."""
    return tuple((number, 0, 0, 1, 0, 1) for number in fossils)


def test_side_b_rewards_first_and_second_place_including_ties() -> None:
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
def test_objects_count_pieces_and_levels(hand: str, laid: Laid, points: int) -> None:
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
def test_missions_count_only_on_their_level(hand: str, laid: Laid, points: int) -> None:
    assert score(laid, hand).missions == points


def test_one_sapphire_serves_both_cards() -> None:
    laid = {"2.0": "C1a", "3.0": "C3a", "4.0": "F1a", "4.1": "F3a"}
    assert score(laid, "sapphire1 sapphire2").missions == 10


def test_most_points_win() -> None:
    state = finished({"2.0": "A2b", "1.1": "A1b"}, {"2.0": "C2b"}, {"1.1": "D1c"})
    ended = GAME.outcome(state)
    assert ended is not None
    assert ended.ending is Ending.POINTS
    assert ended.scores == tuple(summary(state)["totals"])  # type: ignore[arg-type]
    order = sorted(ended.scores, reverse=True)
    assert ended.places == tuple(1 + order.index(points) for points in ended.scores)


def test_a_tie_goes_to_the_deeper_tiles() -> None:
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
    with pytest.raises(AssertionError):
        mine({"3.0": "C1a"})
