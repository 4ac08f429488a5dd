"""What the computer decides, and how well it plays."""

from statistics import fmean

import pytest

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from tests.engine.dice_grid.table import GAME, SETUP, drawn, said

NONE = {f"d{faces}": () for faces in (4, 6, 8, 10, 12, 20)}


def played(level: Level, number: int) -> int:
    """Points of a whole match on the stream of that number."""
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "tests")
    position = driver.start(GAME, 1)
    while GAME.outcome(position.state) is None:
        token = GAME.notation(GAME.suggest(position.state, 0, level))
        position = driver.choose(GAME, position, 0, token).position
        for made in driver.advance(GAME, position, stream):
            position = made.position
    return GAME.scores(position.state)[0]


def test_it_plays_better_than_it_does_at_its_easiest() -> None:
    """On the same dice: 53 points on average, and 41 at its easiest."""
    usual, easy = (
        [played(level, n) for n in range(2)] for level in (Level.FOREMAN, Level.APPRENTICE)
    )
    assert fmean(usual) >= fmean(easy) + 3
    assert fmean(usual) >= 46


@pytest.mark.parametrize(
    ("rows", "marker", "result", "boxes", "token"),
    [
        # Two squares are in reach, one of them fills a row.
        ("468TW. 6X.... ...... ...... ...... ......", "e1", 2, {}, "go f1 1"),
        # Nothing can be done any more but to use a star for one point, which costs four.
        ("4..... ...... ...... ...... ...... ......", "a1", 2, NONE | {"d20": (20,)}, "end"),
    ],
)
def test_what_it_decides(
    rows: str, marker: str, result: int, boxes: dict[str, tuple[int, ...]], token: str
) -> None:
    """Where one choice is plainly best."""
    position = drawn(rows, marker, result, boxes=boxes)
    assert GAME.notation(GAME.suggest(position.state, 0)) == token


def test_it_pays_with_a_box_that_is_missed_little() -> None:
    """Numbers above 12 stand on one die alone and are seldom left."""
    paying = said(*SETUP, "die d20")
    word, _, number = GAME.notation(GAME.suggest(paying.state, 0)).partition(" ")
    assert (word, int(number) > 12) == ("cross", True)
