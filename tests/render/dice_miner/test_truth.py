"""Boards of real matches: small, faithful to the lossless picture, the same from many threads."""

from concurrent.futures import ThreadPoolExecutor
from statistics import median

import pytest
from PIL import Image, ImageChops

from render.canvas import Canvas
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.palette import theme_palette
from render.indexed import IndexedCanvas
from render.samples import PLAYERS
from render.theme import THEMES, Theme
from tests.render.compared import psnr
from tests.render.dice_miner.views import HEROES, WORDS, played
from tests.tiers import every, exhaustive
from tools.samples.dice_miner import Moment, paint_board

LARGEST = 80_000
TRUE = 42.0
"""Minimum of the median over all boards, in decibels."""
LEAST = 40.5
"""Minimum for every board, in decibels."""


def drawn(moment: Moment, theme: Theme) -> bytes:
    players = PLAYERS[: len(moment.view.seats)]
    return draw_board(moment.view, players, WORDS, moment.last, HEROES, theme).data


def truth(moment: Moment, theme: Theme) -> float:
    players = PLAYERS[: len(moment.view.seats)]
    lossless = paint_board(moment.view, players, WORDS, moment.last, HEROES, theme)
    return psnr(drawn(moment, theme), lossless)


@pytest.mark.parametrize("theme", every(list(THEMES)))
def test_boards_are_faithful(theme: str) -> None:
    ratios = [
        truth(moment, THEMES[theme])
        for seats in (2, 3, 4)
        for moment in played(seats, 11 + seats)[5::29]
    ]
    assert median(ratios) >= TRUE
    assert min(ratios) >= LEAST


@exhaustive
@pytest.mark.parametrize(("seats", "seed"), every([(4, 21), (2, 21), (3, 22)], rows=True))
def test_boards_are_small(seats: int, seed: int) -> None:
    for number, moment in enumerate(played(seats, seed)[::9]):
        theme = list(THEMES.values())[number % len(THEMES)]
        assert len(drawn(moment, theme)) <= LARGEST


@exhaustive
def test_parallel_drawing_gives_the_same_boards() -> None:
    shown = [(moment, theme) for moment in played(3, 5)[::40] for theme in THEMES.values()]
    alone = [drawn(*each) for each in shown]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda each: drawn(*each), shown * 2)) == alone * 2


def test_moods_share_the_common_colours() -> None:
    for theme in THEMES.values():
        palettes = [theme_palette(theme, mood) for mood in range(3)]
        assert len({palette.colours for palette in palettes}) == 3
        assert len({palette.colours[: palette.common] for palette in palettes}) == 1
        assert colours_of(theme).mood(7) is colours_of(theme).mood(2)


def test_both_canvases_draw_the_same() -> None:
    theme = THEMES["usual"]
    palette = theme_palette(theme)
    plain = Canvas(Image.new("RGB", (90, 90), theme.paper))
    numbers = IndexedCanvas(Image.new("L", (90, 90), palette.number(theme.paper)), palette)
    for canvas in (plain, numbers):
        canvas.panel((10, 10, 100, 60), 16, theme.gold, theme.ink, 4)
        assert canvas.text(20, 34, "Ab", 30, theme.ink) > 20
        canvas.sprite(Image.new("RGBA", (12, 12), (*theme.bad, 255)), 80, 90)
    shown = numbers.image.copy()
    shown.putpalette(palette.numbers)
    apart = ImageChops.difference(plain.image, shown.convert("RGB"))
    assert max(apart.tobytes()) <= 30
