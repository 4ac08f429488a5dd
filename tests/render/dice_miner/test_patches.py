"""A board drawn from parts that were drawn before equals the board drawn as a whole."""

from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean
from unittest.mock import patch

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.core.types import Event
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.changes import changes
from render.games.dice_miner.gallery import Moment, moments
from render.games.dice_miner.last_turn import last_moves
from render.indexed import PARTS
from render.memory import DRAWN, Memory
from render.picture import Picture
from render.png import BANDS
from render.samples import PLAYERS, STRANGE
from render.theme import THEMES, Theme
from tests.engine.dice_miner.table import GAME
from tests.laws.playouts import DICE_MINER, Playout, Table, playouts, some_tables
from tests.render.dice_miner.views import HEROES, WORDS
from tests.tiers import full_or

NO_SHRINK = (Phase.explicit, Phase.reuse, Phase.generate)
"""A smaller match would take minutes to find and tell nothing more."""


class Board:
    """What a board is drawn from."""

    def __init__(self, playout: Playout, at: int, since: int, theme: Theme, strange: bool) -> None:
        made = [playout.advances[number].events for number in range(at)]
        recent = [event for events in made[since:] for event in events]
        every: list[Event] = [event for events in made for event in events]
        self.moment = Moment(
            GAME.observe(playout.positions[at].state, None), last_moves(every, GAME.content)
        )
        self.changed = changes(recent, GAME.content)
        self.theme = theme
        self.players = (STRANGE if strange else PLAYERS)[: playout.table.seats]

    def draw(self) -> Picture:
        """Its picture."""
        view, last = self.moment.view, self.moment.last
        return draw_board(view, self.players, WORDS, last, HEROES, self.theme, changed=self.changed)


def drawn_whole(board: Board) -> Picture:
    """Its picture with nothing taken from memory."""
    with patch.object(Memory, "find", lambda _memory, _key: None):
        return board.draw()


def boards(playout: Playout, data: st.DataObject) -> list[Board]:
    """Some consecutive boards from anywhere in a match, in one theme, and the last one."""
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
def test_patched_equals_whole(table: Table, data: st.DataObject) -> None:
    """In matches played at random: forwards, backwards, and each again."""
    playout = data.draw(playouts(table))
    every = boards(playout, data)
    whole = [drawn_whole(board) for board in every]
    PARTS.clear()
    BANDS.clear()
    for order in (every, every[::-1], every[::2]):
        DRAWN.clear()
        expected = [whole[every.index(board)] for board in order]
        assert [board.draw() for board in order] == expected


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
@settings(max_examples=full_or(2, 1), phases=NO_SHRINK)
@given(st.data())
def test_threads_patch_alike(table: Table, data: st.DataObject) -> None:
    """Boards of a match drawn at the same time are those drawn one by one."""
    every = boards(data.draw(playouts(table)), data)
    whole = [drawn_whole(board) for board in every]
    for memory in (DRAWN, PARTS, BANDS):
        memory.clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(Board.draw, every * 3)) == whole * 3


def test_most_is_not_done_again() -> None:
    """Turn by turn most parts are drawn from memory, and much of the file is not compressed."""
    found: dict[int, list[bool]] = {id(PARTS): [], id(BANDS): []}
    find = Memory.find

    def noted(memory: Memory[object], key: Hashable) -> object:
        value = find(memory, key)
        found.get(id(memory), []).append(value is not None)
        return value

    for memory in (DRAWN, PARTS, BANDS):
        memory.clear()
    with patch.object(Memory, "find", noted):
        for moment in moments(GAME, 2, 5):
            draw_board(moment.view, PLAYERS[:2], WORDS, moment.last, HEROES)
    assert fmean(found[id(PARTS)]) > 0.5
    assert fmean(found[id(BANDS)]) > 0.35
