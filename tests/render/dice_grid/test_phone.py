"""A grid is legible at a width of 400 pixels, in every language."""

import io
import math
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from render.canvas import Canvas, dots
from render.distribution import Distribution
from render.games.dice_grid import board, day_card, distribution
from render.games.dice_grid.dice import FACES, paint_die
from render.games.dice_grid.gallery import samples
from render.games.dice_grid.samples import empty, scenes
from render.games.dice_grid.scene import GridScene
from render.indexed import text_box
from render.samples import STRANGE
from render.theme import THEMES, USUAL, Theme
from render.typography.fonts import Weight
from tests.engine.dice_grid.table import GAME
from tests.tiers import every
from texts import Catalogue, Words

PHONE = 400
SMALLEST = 32
"""Units of the smallest letters: 10.7 pixels on a phone."""


@cache
def grids() -> list[GridScene]:
    """Return grids in every situation, and throughout a day's game."""
    return [*(scene for _, scene in samples(GAME)), *scenes(GAME, 3)[10::9]]


class BoxedCanvas(Canvas):
    """Draws as usual, and records the box and size of each line of text."""

    every: list["BoxedCanvas"] = []  # noqa: RUF012 - every canvas, also for single tiles

    def __init__(self, image: Image.Image) -> None:
        super().__init__(image)
        self.texts: list[tuple[str, int, tuple[int, int, int, int]]] = []
        self.every.append(self)

    def put_text(
        self, x: int, y: int, text: str, weight: Weight, size: int, colour: Any, anchor: str,
        outline: Any,
    ) -> None:  # fmt: skip
        left, top, right, bottom = text_box(text, weight, size, anchor)
        self.texts.append((text, size, (x + left, y + top, x + right, y + bottom)))
        super().put_text(x, y, text, weight, size, colour, anchor, outline)


@pytest.fixture
def canvases(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BoxedCanvas]]:
    """Return all canvases on which pictures of the dice grid are drawn."""
    BoxedCanvas.every.clear()
    for module in ("sheet", "boxes", "day_card", "distribution"):
        monkeypatch.setattr(f"render.games.dice_grid.{module}.Canvas", BoxedCanvas)
    yield BoxedCanvas.every
    BoxedCanvas.every.clear()


def assert_legible(canvases: list[BoxedCanvas], *, complete: bool = True) -> None:
    """Check that text is large enough, inside its picture, not shortened, and not overlapping."""
    assert canvases
    for canvas in canvases:
        for text, size, (left, top, right, bottom) in canvas.texts:
            assert size >= SMALLEST, text
            assert left >= 0, text
            assert right <= canvas.image.width, text
            assert top >= 0, text
            assert bottom <= canvas.image.height, text
            assert not complete or not text.endswith("…"), text
        for (one, _, a), (other, _, b) in combinations(canvas.texts, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (one, other)
    canvases.clear()


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
def test_boards_are_legible(language: str, canvases: list[BoxedCanvas]) -> None:
    words = Catalogue.load().words(language)
    for scene in grids():
        board.paint_board(scene, words, canvas=BoxedCanvas)
        assert_legible(canvases)
    for player in STRANGE[:2]:
        board.paint_board(empty(GAME, player, None), words, canvas=BoxedCanvas)
        assert_legible(canvases, complete=False)


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
def test_cards_and_plots_are_legible(language: str, canvases: list[BoxedCanvas]) -> None:
    words = Catalogue.load().words(language)
    points = grids()[-1].view.score
    for place in ((12, 345), None):
        scene = grids()[0]
        card = day_card.DayCard(scene.player, scene.day, points, 63, place, 100 if place else None)
        day_card.draw_day_card(card, words)
        assert_legible(canvases)
    many = tuple((score, 1 + score * score % 17) for score in range(14, 64))
    for counts in (many, ((63, 999),), ()):
        shown = Distribution("2026", counts, 40 if counts else None, 44.25)
        distribution.draw_distribution(shown, words)
        assert_legible(canvases)


def words() -> Words:
    return Catalogue.load().words("en")


def seen(theme: Theme, size: int, type_: int, *, numbered: bool) -> Image.Image:
    """Return a die, `size` units wide, as a phone shows it in grey."""
    side = dots(size)
    die = paint_die(theme, side, type_, FACES[type_] if numbered else None)
    ground = Image.new("L", die.size, 255)
    # Without a number, outlines alone must differ, because colours can look alike.
    ground.paste(die.convert("L") if numbered else 0, (0, 0), die)
    small = round(size * PHONE / board.WIDTH)
    return ground.resize((small, small), Image.Resampling.BOX)


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
@pytest.mark.parametrize(("size", "numbered"), [(32, False), (88, True)])
def test_types_differ_without_colour(theme: Theme, size: int, *, numbered: bool) -> None:
    """Small dice differ in outline, dice in the squares in outline and number."""
    dice = [seen(theme, size, type_, numbered=numbered) for type_ in range(len(FACES))]
    for one, other in combinations(dice, 2):
        differ = sum(ImageChops.difference(one, other).histogram()[49:])
        assert differ >= 0.06 * one.width * one.height


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_boards_are_faithful_and_small(theme: Theme) -> None:
    for scene in grids()[::3]:
        picture = board.draw_board(scene, words(), theme)
        assert picture.width > picture.height
        assert len(picture.data) <= 80_000
        lossless = board.paint_board(scene, words(), theme)
        with Image.open(io.BytesIO(picture.data)) as image:
            apart = ImageChops.difference(lossless, image.convert("RGB")).histogram()
        squares = sum((at % 256) ** 2 * count for at, count in enumerate(apart))
        assert 10 * math.log10(255**2 * 3 * lossless.width * lossless.height / squares) >= 40


def test_each_full_line_shows_its_points_once(canvases: list[BoxedCanvas]) -> None:
    scene = dict(samples(GAME))["full"]
    board.paint_board(scene, words(), USUAL, canvas=BoxedCanvas)
    texts = [text for canvas in canvases for text, _, _ in canvas.texts]
    assert texts.count("+3") * 3 == scene.view.score.rows + scene.view.score.columns
