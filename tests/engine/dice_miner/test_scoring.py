"""The rulebook's examples of scoring."""

from collections import Counter

import pytest

from engine.games.dice_miner import scoring
from engine.games.dice_miner.state import Score, SimpleStage
from tests.engine.dice_miner.table import CONTENT, table


@pytest.mark.parametrize(
    ("expected", "numbers"),
    [
        (6, [1, 2, 3]),
        (3, [1, 2, 4]),
        (0, [2, 3, 4]),
        (9, [1, 1, 2, 2, 3]),
        (3, [1, 1, 1]),
        (6, [1, 2, 2, 3]),
        (0, []),
        (15, [1, 2, 3, 4, 5]),
        (30, [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]),
        (10, [1, 2, 3, 4, 4, 4]),
        (7, [1, 1, 1, 1, 1, 2]),
    ],
)
def test_sequence_from_one_scores_its_sum(expected: int, numbers: list[int]) -> None:
    assert expected == scoring.tunnels(Counter(numbers))


@pytest.mark.parametrize(
    ("expected", "gems"),
    [
        ((8, 3), (4, 3)),
        ((3, 3), (3, 3)),
        ((3, 3, 1), (3, 3, 1)),
        ((0, 0), (0, 0)),
        ((0, 2, 0), (0, 1, 0)),
        ((2, 10, 4, 4), (2, 5, 4, 4)),
    ],
)
def test_most_gems_score_double_unless_tied(
    expected: tuple[int, ...], gems: tuple[int, ...]
) -> None:
    assert expected == scoring.treasure(gems)


@pytest.mark.parametrize(
    ("expected", "rockfalls", "dragons", "picks", "shields"),
    [
        (-5, 1, 4, 0, 0),
        (8, 4, 0, 2, 0),
        (2, 3, 4, 2, 0),
        (3, 3, 0, 1, 0),
        (12, 0, 4, 0, 3),
        (-3, 3, 0, 0, 5),
        (0, 0, 0, 2, 2),
    ],
)
def test_hazards_multiply_by_tools_or_count_negative(
    expected: int, rockfalls: int, dragons: int, picks: int, shields: int
) -> None:
    points = scoring.hazards(rockfalls=rockfalls, dragons=dragons, picks=picks, shields=shields)
    assert expected == points


@pytest.mark.parametrize(
    ("expected", "hoard", "hero"),
    [
        (Score(6, 0, 0), "t01=1 t02=2 t03=3 t04=6", "alchemist"),
        (Score(0, 0, -5), "h01=1 h02=5 h03=6", "alchemist"),
        (Score(0, 0, 8), "h01=2 h02=2 k01=1 k02=2", "alchemist"),
        (Score(0, 0, 2), "h01=1 h02=2 h03=5 k01=1 k02=1", "alchemist"),
        (Score(0, 8, 0), "g01=5 g02=1 g03=6", "alchemist"),
        (Score(0, 0, 0), "m01=5 m02=1 k01=5 k02=6 t01=6", "alchemist"),
        (Score(3, 0, 2), "t01=1 h01=2", "engineer"),
        (Score(3, 0, 0), "t01=2", "surveyor"),
        (Score(0, 2, 1), "h01=1", "prospector"),
        (Score(0, 0, 4), "h01=5", "dragon-slayer"),
        (Score(0, 2, 0), "k01=5", "treasurer"),
    ],
)
def test_hero_faces_count_like_dice(expected: Score, hoard: str, hero: str) -> None:
    state = table(SimpleStage.FILL, hoard, "", heroes=hero)
    assert expected == scoring.scores(CONTENT, state, (0, 1))[0]


def test_treasure_of_dice_and_heroes_is_compared() -> None:
    state = table(SimpleStage.FILL, "g01=5", "g02=5", heroes="prospector alchemist")
    assert [score.treasure for score in scoring.scores(CONTENT, state, (0, 1))] == [8, 3]


def test_left_out_seat_does_not_affect_doubling() -> None:
    state = table(SimpleStage.FILL, "g01=4", "g02=5", "g03=1")
    assert [score.treasure for score in scoring.scores(CONTENT, state, (0, 2))] == [4, 1]
