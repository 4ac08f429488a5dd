"""A grid is legible at a width of 400 pixels, in every language."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from render.canvas import dots
from render.distribution import Distribution
from render.games.dice_grid import board, day_card, distribution
from render.games.dice_grid.dice import FACES, paint_die
from render.games.dice_grid.scene import GridScene
from render.theme import THEMES, USUAL, Theme
from tests.engine.dice_grid.table import GAME
from tests.render.compared import psnr
from tests.render.noted import BoxedCanvas
from tests.tiers import every
from texts import Catalogue, Words
from tools.samples import STRANGE
from tools.samples.dice_grid import empty, paint_board, samples, scenes

PHONE = 400
SMALLEST = 32
"""Units of the smallest letters: 10.7 pixels on a phone."""


@cache
def grids() -> list[GridScene]:
    """Return grids in every situation, and throughout a day's game."""
    return [*(scene for _, scene in samples(GAME)), *scenes(GAME, 3)[10::9]]


class CollectedCanvas(BoxedCanvas):
    every: list["CollectedCanvas"] = []  # noqa: RUF012 - every canvas, also for single tiles

    def __init__(self, image: Image.Image) -> None:
        super().__init__(image)
        self.every.append(self)


@pytest.fixture
def canvases(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[CollectedCanvas]]:
    """Return all canvases on which pictures of the dice grid are drawn."""
    CollectedCanvas.every.clear()
    for module in ("sheet", "boxes", "day_card", "distribution"):
        monkeypatch.setattr(f"render.games.dice_grid.{module}.Canvas", CollectedCanvas)
    yield CollectedCanvas.every
    CollectedCanvas.every.clear()


def assert_legible(canvases: list[CollectedCanvas], *, complete: bool = True) -> None:
    """Check that text is large enough, inside its picture, not shortened, and not overlapping."""
    assert canvases
    for canvas in canvases:
        canvas.check_boxes()
        for text, size, _ in canvas.texts:
            assert size >= SMALLEST, text
            assert not complete or not text.endswith("…"), text
    canvases.clear()


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
def test_boards_are_legible(language: str, canvases: list[CollectedCanvas]) -> None:
    words = Catalogue.load().words(language)
    for scene in grids():
        paint_board(scene, words, canvas=CollectedCanvas)
        assert_legible(canvases)
    for player in STRANGE[:2]:
        paint_board(empty(GAME, player, None), words, canvas=CollectedCanvas)
        assert_legible(canvases, complete=False)


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
def test_cards_and_plots_are_legible(language: str, canvases: list[CollectedCanvas]) -> None:
    words = Catalogue.load().words(language)
    scene = grids()[-1]
    parts = tuple(list(day_card.Part) * 8)[:36]
    for place in ((12, 345), None):
        less, streak = (100, 365) if place else (None, 0)
        card = day_card.DayCard(
            scene.player, scene.day, scene.view.score, 63, parts, place, less, streak
        )
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
        lossless = paint_board(scene, words(), theme)
        assert psnr(picture.data, lossless) >= 40


def test_each_full_line_shows_its_points_once(canvases: list[CollectedCanvas]) -> None:
    scene = dict(samples(GAME))["full"]
    paint_board(scene, words(), USUAL, canvas=CollectedCanvas)
    texts = [text for canvas in canvases for text, _, _ in canvas.texts]
    assert texts.count("+3") * 3 == scene.view.score.rows + scene.view.score.columns
