"""A board drawn from cached parts equals the board drawn from scratch."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.core.types import Event
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.changes import changes
from render.games.dice_miner.last_turn import last_moves
from render.indexed import PARTS
from render.memory import DRAWN
from render.picture import Picture
from render.png import BANDS
from render.samples import PLAYERS
from render.theme import THEMES, Theme
from tests.engine.dice_miner.table import GAME
from tests.laws.playouts import DICE_MINER, Playout, Table, playouts, some_tables
from tests.render.caches import counted_hits, forget, without_cache
from tests.render.dice_miner.views import HEROES, WORDS
from tests.tiers import full_or
from tools.samples import STRANGE
from tools.samples.dice_miner import Moment, moments

NO_SHRINK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Finding a smaller match would take minutes and reveal nothing more."""


class Board:
    """The input of a board."""

    def __init__(self, playout: Playout, at: int, since: int, theme: Theme, strange: bool) -> None:
        turns = [playout.advances[number].events for number in range(at)]
        recent = [event for events in turns[since:] for event in events]
        every: list[Event] = [event for events in turns for event in events]
        self.moment = Moment(
            GAME.observe(playout.positions[at].state), last_moves(every, GAME.content)
        )
        self.changed = changes(recent, GAME.content)
        self.theme = theme
        self.players = (STRANGE if strange else PLAYERS)[: playout.table.seats]

    def draw(self) -> Picture:
        view, last = self.moment.view, self.moment.last
        return draw_board(view, self.players, WORDS, last, HEROES, self.theme, changed=self.changed)


def drawn_whole(board: Board) -> Picture:
    """Draw the board without any cache."""
    with without_cache():
        return board.draw()


def boards(playout: Playout, data: st.DataObject) -> list[Board]:
    """Return some consecutive boards from anywhere in a match, and the last one, in one theme."""
    theme = data.draw(st.sampled_from(list(THEMES.values())))
    strange = data.draw(st.booleans())
    length = len(playout.positions)
    first = data.draw(st.integers(0, length - 1))
    step = data.draw(st.integers(1, 4))
    places = [*range(first, min(first + 6 * step, length), step), length - 1]
    return [Board(playout, at, max(at - step, 0), theme, strange) for at in places]


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
@settings(max_examples=full_or(4, 2), phases=NO_SHRINK)
@given(st.data())
def test_cached_drawing_equals_drawing_from_scratch(table: Table, data: st.DataObject) -> None:
    playout = data.draw(playouts(table))
    sequence = boards(playout, data)
    from_scratch = [drawn_whole(board) for board in sequence]
    PARTS.clear()
    BANDS.clear()
    for order in (sequence, sequence[::-1], sequence[::2]):
        DRAWN.clear()
        expected = [from_scratch[sequence.index(board)] for board in order]
        assert [board.draw() for board in order] == expected


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
@settings(max_examples=full_or(2, 1), phases=NO_SHRINK)
@given(st.data())
def test_parallel_cached_drawing_equals_drawing_from_scratch(
    table: Table, data: st.DataObject
) -> None:
    sequence = boards(data.draw(playouts(table)), data)
    from_scratch = [drawn_whole(board) for board in sequence]
    forget()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(Board.draw, sequence * 3)) == from_scratch * 3


def test_most_parts_and_bands_come_from_the_cache() -> None:
    with counted_hits() as hit_rate:
        for moment in moments(GAME, 2, 5):
            draw_board(moment.view, PLAYERS[:2], WORDS, moment.last, HEROES)
    assert hit_rate(PARTS) > 0.5
    assert hit_rate(BANDS) > 0.35
