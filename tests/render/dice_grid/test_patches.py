"""A grid drawn from parts that were drawn before equals the grid drawn as a whole."""

from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean
from unittest.mock import patch

import pytest

from render.games.dice_grid.board import draw_board
from render.games.dice_grid.gallery import samples
from render.games.dice_grid.samples import scenes
from render.games.dice_grid.scene import GridScene
from render.indexed import PARTS
from render.memory import DRAWN, Memory
from render.picture import Picture
from render.png import BANDS
from render.samples import STRANGE
from render.theme import CONTRAST, USUAL, Theme
from tests.engine.dice_grid.table import GAME
from tests.tiers import every, exhaustive
from texts import Catalogue

WORDS = Catalogue.load().words("en")


def drawn_whole(scene: GridScene, theme: Theme) -> Picture:
    """Its picture with nothing taken from memory."""
    with patch.object(Memory, "find", lambda _memory, _key: None):
        return draw_board(scene, WORDS, theme)


def forget() -> None:
    """Drop all that was drawn."""
    for memory in (DRAWN, PARTS, BANDS):
        memory.clear()


@exhaustive
@pytest.mark.parametrize("theme", every([USUAL, CONTRAST]), ids=["usual", "contrast"])
def test_patched_equals_whole(theme: Theme) -> None:
    """Turn by turn, backwards, each again, in other situations, and from threads."""
    every = [*scenes(GAME, 7)[20:28], *scenes(GAME, 8, STRANGE[1], None)[-4:]]
    every += [scene for _, scene in samples(GAME)]
    whole = [drawn_whole(scene, theme) for scene in every]
    forget()
    for order in (range(len(every)), range(len(every) - 1, -1, -1), range(0, len(every), 2)):
        DRAWN.clear()
        assert [draw_board(every[at], WORDS, theme) for at in order] == [whole[at] for at in order]
    forget()
    with ThreadPoolExecutor(4) as pool:
        drawn = pool.map(lambda scene: draw_board(scene, WORDS, theme), every * 2)
        assert list(drawn) == whole * 2


@exhaustive
def test_most_is_not_done_again() -> None:
    """Turn by turn most parts are drawn from memory, and much of the file is not compressed."""
    found: dict[int, list[bool]] = {id(PARTS): [], id(BANDS): []}
    find = Memory.find

    def noted(memory: Memory[object], key: Hashable) -> object:
        value = find(memory, key)
        found.get(id(memory), []).append(value is not None)
        return value

    forget()
    with patch.object(Memory, "find", noted):
        for scene in scenes(GAME, 2):
            draw_board(scene, WORDS, USUAL)
    assert fmean(found[id(PARTS)]) > 0.7
    assert fmean(found[id(BANDS)]) > 0.35
