"""Shuffled piles (dynamine.md, Parts and Notation)."""

import pytest

from engine.core import driver
from engine.core.errors import BadEntry
from engine.core.types import Entry
from engine.games.dynamine.why import Because, why_not_take
from tests.engine.dynamine.table import CONTENT, SHUFFLED, begun, play, tokens

TOPS = ",".join(f"{pile.name}b" for pile in CONTENT.piles)
START = (
    "start 0",
    "missions skull,halls",
    "cards ring,plan,well",
    f"tops {TOPS}",
    "turn 1",
    "roll 6",
)
PILES = [pile.name for pile in CONTENT.piles]


def test_each_pile_shows_the_tile_that_was_turned_over() -> None:
    state = begun(2, *START, game=SHUFFLED).state
    tops = [None if top is None else CONTENT.tiles[top].name for top in state.tops]
    assert tops == TOPS.split(",")
    # No order below the tops: the tiles left are listed in data order, whatever is on top.
    assert state.piles == tuple(pile.tiles for pile in CONTENT.piles)


def test_built_pile_gives_no_second_tile_in_the_turn() -> None:
    turn = begun(2, *START, "take D1", "place 2.0", game=SHUFFLED)
    assert "take D1" not in tokens(turn, SHUFFLED)
    reason = why_not_take(CONTENT, turn.state, 0, PILES.index("D1"))
    assert reason is not None
    assert reason.because is Because.FACE_DOWN
    back = play(turn, "undo", "undo", game=SHUFFLED)
    assert "take D1" in tokens(back, SHUFFLED)


def test_next_tiles_are_turned_over_after_the_turn_by_row_and_column() -> None:
    built = begun(2, *START, "take F1", "place 1.1", "take D1", "place 2.0", "done", game=SHUFFLED)
    bounds = SHUFFLED.chance(built.state)
    assert bounds == (2,)
    for wrong in ("top F1a", "top D1b", "top D1", "tops D1a", "roll 3"):
        with pytest.raises(BadEntry):
            driver.read(SHUFFLED, built, Entry(built.seq, None, wrong))
    first = play(built, "top D1c", game=SHUFFLED)
    assert SHUFFLED.summary(SHUFFLED.observe(first.state))["phase"] == "build"
    turned = play(first, "top F1a", game=SHUFFLED)
    assert [turned.state.tops[PILES.index(name)] for name in ("D1", "F1")] == [
        next(place for place, tile in enumerate(CONTENT.tiles) if tile.name == name)
        for name in ("D1c", "F1a")
    ]
    assert SHUFFLED.to_act(play(turned, "roll 2", game=SHUFFLED).state) == {1}
    assert turned.drawn == built.drawn + 2


@pytest.mark.parametrize(
    "token",
    [
        f"tops {TOPS.replace('A1b', 'B1b', 1)}",
        f"tops {TOPS},F6a",
        "tops A1b",
        "turn 3",
    ],
)
def test_impossible_tops_are_refused(token: str) -> None:
    position = begun(2, *START[:3], game=SHUFFLED)
    with pytest.raises(BadEntry):
        driver.read(SHUFFLED, position, Entry(position.seq, None, token))
