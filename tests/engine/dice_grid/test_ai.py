"""Decisions and strength of the computer."""

from statistics import fmean

import pytest

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from tests.engine.dice_grid.table import GAME, SETUP, drawn, play

NONE = {f"d{faces}": () for faces in (4, 6, 8, 10, 12, 20)}


def played(level: Level, number: int) -> int:
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "tests")
    position = driver.start(GAME, 1)
    while GAME.outcome(position.state) is None:
        token = GAME.notation(GAME.suggest(position.state, 0, level))
        position = driver.choose(GAME, position, 0, token).position
        for advance in driver.advance(GAME, position, stream):
            position = advance.position
    return GAME.scores(position.state)[0]


def test_usual_level_beats_the_easiest_on_the_same_dice() -> None:
    """The averages are 53 points, and 41 for the easiest."""
    usual, easy = (
        [played(level, n) for n in range(2)] for level in (Level.FOREMAN, Level.APPRENTICE)
    )
    assert fmean(usual) >= fmean(easy) + 3
    assert fmean(usual) >= 46


@pytest.mark.parametrize(
    ("rows", "marker", "result", "boxes", "token"),
    [
        # Of two reachable squares, one fills a row.
        ("468TW. 6X.... ...... ...... ...... ......", "e1", 2, {}, "go f1 1"),
        # The only move left is a star, which brings one point and costs four.
        ("4..... ...... ...... ...... ...... ......", "a1", 2, NONE | {"d20": (20,)}, "end"),
    ],
)
def test_computer_takes_an_obvious_choice(
    rows: str, marker: str, result: int, boxes: dict[str, tuple[int, ...]], token: str
) -> None:
    position = drawn(rows, marker, result, boxes=boxes)
    assert GAME.notation(GAME.suggest(position.state, 0)) == token


def test_computer_pays_with_a_rarely_useful_box() -> None:
    """Only one die has numbers above 12, so they are seldom needed."""
    paying = play(*SETUP, "die d20")
    word, _, number = GAME.notation(GAME.suggest(paying.state, 0)).partition(" ")
    assert (word, int(number) > 12) == ("cross", True)
