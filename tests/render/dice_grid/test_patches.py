"""A grid drawn from cached parts equals the grid drawn from scratch."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from render.games.dice_grid.board import draw_board
from render.games.dice_grid.scene import GridScene
from render.indexed import PARTS
from render.memory import DRAWN
from render.picture import Picture
from render.png import BANDS
from render.theme import CONTRAST, USUAL, Theme
from tests.engine.dice_grid.table import GAME
from tests.render.caches import counted_hits, forget, without_cache
from tests.tiers import every, exhaustive
from texts import Catalogue
from tools.samples import STRANGE
from tools.samples.dice_grid import samples, scenes

WORDS = Catalogue.load().words("en")


def drawn_whole(scene: GridScene, theme: Theme) -> Picture:
    """Draw the grid without any cache."""
    with without_cache():
        return draw_board(scene, WORDS, theme)


@exhaustive
@pytest.mark.parametrize("theme", every([USUAL, CONTRAST]), ids=["usual", "contrast"])
def test_cached_drawing_equals_drawing_from_scratch(theme: Theme) -> None:
    grids = [*scenes(GAME, 7)[20:28], *scenes(GAME, 8, STRANGE[1], None)[-4:]]
    grids += [scene for _, scene in samples(GAME)]
    from_scratch = [drawn_whole(scene, theme) for scene in grids]
    forget()
    for order in (range(len(grids)), range(len(grids) - 1, -1, -1), range(0, len(grids), 2)):
        DRAWN.clear()
        assert [draw_board(grids[at], WORDS, theme) for at in order] == [
            from_scratch[at] for at in order
        ]
    forget()
    with ThreadPoolExecutor(4) as pool:
        drawn = pool.map(lambda scene: draw_board(scene, WORDS, theme), grids * 2)
        assert list(drawn) == from_scratch * 2


@exhaustive
def test_most_parts_and_bands_come_from_the_cache() -> None:
    with counted_hits() as hit_rate:
        for scene in scenes(GAME, 2):
            draw_board(scene, WORDS, USUAL)
    assert hit_rate(PARTS) > 0.7
    assert hit_rate(BANDS) > 0.35
