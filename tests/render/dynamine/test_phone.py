"""A table is legible at a width of 390 pixels, in every language and theme."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.games.dynamine.content import CardName
from engine.games.dynamine.observation import SeenMine
from engine.games.dynamine.state import Cell
from render.canvas import Canvas, dots
from render.games.dynamine import board
from render.games.dynamine.board import draw_mine, draw_preview
from render.games.dynamine.cards import card_sprite
from render.games.dynamine.end import draw_end
from render.games.dynamine.palette import theme_palette
from render.games.dynamine.panels import draw_face_up
from render.games.dynamine.placing import HIGHEST, WIDTH
from render.games.dynamine.scene import TableScene
from render.games.dynamine.sheet import draw_sheet
from render.games.dynamine.signs import Sign, sign_sprite
from render.games.dynamine.supply import SIDE
from render.games.dynamine.tiles import Face, TileLook, paint_tile
from render.indexed import PARTS, IndexedCanvas
from render.memory import DRAWN
from render.names import drawn_name
from render.samples import PLAYERS
from render.theme import THEMES, USUAL, Theme
from render.typography.fonts import Weight
from tests.render.compared import psnr
from tests.render.dynamine.tables import WORDS, match
from tests.render.noted import BoxedCanvas
from tests.tiers import every
from texts import Catalogue, Words
from tools.samples import STRANGE
from tools.samples.dynamine import paint_board, paint_supply

PHONE = 390
LEGIBLE = 11
MESSAGE = 295
"""Width of a picture in a message on that phone, in CSS pixels."""


@cache
def placing() -> TableScene:
    """Return the table with the most places for a tile."""
    return max(match(4), key=lambda scene: len(scene.letters) * (scene.placing is not None))


def tables() -> tuple[TableScene, ...]:
    return (match(2)[0], match(3)[60], match(4)[120], placing(), match(4)[-1])


def drawn_beginnings(words: Words) -> set[str]:
    """Return the first letters of the names, which can be shortened."""
    called = [(players, seat) for players in (PLAYERS, STRANGE) for seat in range(4)]
    return {drawn_name(words, players, seat)[:2] for players, seat in called}


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
def test_boards_are_legible_and_only_names_are_shortened(language: str) -> None:
    words = Catalogue.load().words(language)
    canvases: list[BoxedCanvas] = []

    def noted(image: Image.Image) -> BoxedCanvas:
        canvases.append(BoxedCanvas(image))
        return canvases[-1]

    for scene in tables():
        paint_board(scene, words, canvas=noted)
        paint_supply(scene, words, canvas=noted)
        strange = TableScene(scene.view, STRANGE[: len(scene.players)])
        paint_board(strange, words, canvas=noted)
    names = drawn_beginnings(words)
    for canvas in canvases:
        canvas.check_boxes()
        for text, size, _ in canvas.texts:
            assert size * PHONE / WIDTH >= LEGIBLE, text
            assert not text.endswith("…") or text[:2] in names, text


@pytest.mark.parametrize("language", every(Catalogue.load().languages))
def test_other_pictures_are_legible_and_only_names_are_shortened(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme_palette(USUAL)
    small: set[str] = set()
    cut: set[str] = set()

    def noting(draw: Callable[..., None]) -> Callable[..., None]:
        def put_text(
            drawn: Canvas, x: int, y: int, text: str, weight: Weight, size: int, *more: Any
        ) -> None:
            if size * PHONE / drawn.width < LEGIBLE:
                small.add(text)
            if text.endswith("…"):
                cut.add(text)
            draw(drawn, x, y, text, weight, size, *more)

        return put_text

    for drawing in (Canvas, IndexedCanvas):
        monkeypatch.setattr(drawing, "put_text", noting(drawing.put_text))
    PARTS.clear()
    DRAWN.clear()
    words = Catalogue.load().words(language)
    end = match(4)[-1]
    pictures = [draw_sheet(match(4)[120], words), draw_sheet(end, words), draw_end(end, words)]
    pictures += [draw_mine(end, seat, words) for seat in range(4)]
    scene = placing()
    assert scene.placing is not None
    pictures += [draw_preview(scene, place.token, words) for place in scene.placing.places[:3]]
    assert all(picture.height < picture.width for picture in pictures)
    assert not small
    assert {text[:2] for text in cut} <= drawn_beginnings(words)


def mine_of(cells: list[Cell], ends: list[Cell]) -> SeenMine:
    """Return a mine with these tiles and open ends."""
    sample = match(2)[-1].mine(0)
    tiles = tuple(replace(sample.tiles[0], cell=cell) for cell in cells)
    return replace(
        sample, tiles=tiles, ends=tuple(replace(sample.ends[0], cell=end) for end in ends)
    )


def tile_size(mine: SeenMine, *, buying: bool) -> tuple[float, float]:
    """Return the width of a tile and its height on the lowest level, in CSS pixels."""
    scene = next(scene for scene in match(2) if scene.is_buying is buying and scene.view.turn)
    mines = tuple(mine for _ in scene.view.mines)
    plan = board.mine_placement(replace(scene, view=replace(scene.view, mines=mines)))
    unit = MESSAGE / WIDTH
    return plan.pitch * unit, plan.height_of(plan.levels) * unit


def test_tiles_are_large_on_a_phone() -> None:
    """Before, each had half of the width: 20 pixels in the supply, 14 and 10 in these mines."""
    assert SIDE * MESSAGE / WIDTH >= 40
    wide = mine_of([(1, column) for column in range(-4, 5) if column], [(1, -5), (1, 5)])
    deep = mine_of([(level, 0) for level in range(2, 11)], [(11, 0)])
    for buying in (True, False):
        assert tile_size(wide, buying=buying)[0] >= 24
        assert tile_size(deep, buying=buying)[0] >= 16
        assert tile_size(deep, buying=buying)[1] >= 9


def seen(picture: Image.Image, units: int) -> Image.Image:
    """Return a picture, `units` wide, as a phone shows it on stone in grey."""
    ground = Image.new("RGB", picture.size, (158, 126, 100))
    ground.paste(picture, (0, 0), picture.convert("RGBA"))
    side = max(round(units * PHONE / WIDTH), 1)
    return ground.convert("L").resize((side, side), Image.Resampling.BOX)


def assert_apart(pictures: list[Image.Image], share: float) -> None:
    """Check that any two pictures differ clearly."""
    for one, other in combinations(pictures, 2):
        differ = sum(ImageChops.difference(one, other).histogram()[40:])
        assert differ >= share * one.width * one.height


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_signs_cards_and_tiles_differ_without_colour(theme: Theme) -> None:
    assert_apart([seen(sign_sprite(theme, 40, sign), 40) for sign in Sign], 0.06)
    cards = [name for name in CardName if name is not CardName.SAPPHIRE_2]
    assert_apart([seen(card_sprite(theme, 48, name), 48) for name in cards], 0.05)
    looks = [look for look in TileLook if look not in (TileLook.NEW, TileLook.BACK)]
    faces = [Face(15, look=look, ground=theme.plate) for look in looks]
    assert_apart([seen(paint_tile(theme, SIDE, face), SIDE) for face in faces], 0.05)
    shapes = [Face(openings, ground=theme.plate) for openings in range(1, 16)]
    assert_apart([seen(paint_tile(theme, SIDE, face), SIDE) for face in shapes], 0.02)


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_boards_are_faithful_and_small(theme: Theme) -> None:
    for scene in tables()[1:]:
        for draw, paint, least in (
            (board.draw_board, paint_board, 40),
            (board.draw_supply, paint_supply, 38),  # dimmed tiles, in few colours
        ):
            picture = draw(scene, WORDS, theme)
            assert picture.height < picture.width
            assert picture.height <= HIGHEST
            assert len(picture.data) <= 80_000
            assert psnr(picture.data, paint(scene, WORDS, theme)) > least


def test_card_has_no_fringe_of_the_light_around_its_panel() -> None:
    """A lit panel has a golden edge below the corner of its card."""
    box, card = (0, 0, 600, 56), (dots(10), dots(18), dots(64), dots(38))
    drawn: dict[tuple[CardName, bool], bytes] = {}
    for scene in match(4):
        turn = scene.view.turn
        if not scene.view.face_up or turn is None:
            continue
        canvas = IndexedCanvas(Image.new("L", (dots(600), dots(56))), theme_palette(USUAL))
        draw_face_up(canvas, USUAL, box, scene)
        seen_card = canvas.image.crop(card).tobytes()
        key = (scene.view.face_up[0].name, turn.may_take_card)
        assert drawn.setdefault(key, seen_card) == seen_card
    both = [name for name, lit in drawn if lit and (name, False) in drawn]
    assert both, "some card is seen on both panels"
    assert all(drawn[name, True] == drawn[name, False] for name in both)
