"""The pictures of the table: the board, the supply, one enlarged mine, and a tile at one place.

A mine and the supply have the full width each, because on a phone a picture is 295 pixels wide. So
a turn has one or two pictures: the board with the mine, and below it the supply while something can
be bought. The board shows the points by source and the rewards when the supply isn't there.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from PIL import Image

from engine.core.types import Seat
from render.canvas import Canvas, dots
from render.games.dynamine import supply
from render.games.dynamine.alt import (
    alt_text,
    mine_facts,
    preview_facts,
    supply_text,
)
from render.games.dynamine.backdrop import strata
from render.games.dynamine.emoji import TILES, tile_of
from render.games.dynamine.header import HIGH, draw_header
from render.games.dynamine.mine import MinePlacement, plan_mine
from render.games.dynamine.mine_sheet import draw_mine_sheet, lay_out_mine
from render.games.dynamine.palette import theme_palette
from render.games.dynamine.panels import (
    HEAD,
    PAD,
    draw_face_up,
    draw_player,
    draw_totals,
    shown_of,
)
from render.games.dynamine.placing import (
    GAP,
    HIGHEST,
    MARGIN,
    TOP,
    WIDTH,
    PlacingLayout,
    draw_placing,
    lay_out_placing,
)
from render.games.dynamine.scene import TableScene
from render.games.dynamine.signs import signs_of
from render.games.dynamine.table import draw_table
from render.games.dynamine.table import height_of as table_height
from render.games.dynamine.tiles import Face, TileLook
from render.indexed import IndexedCanvas
from render.memory import remembered
from render.picture import Picture, join_facts
from render.png import Raster, as_picture
from render.theme import USUAL, Theme
from texts import Words

DrawTable = Callable[[Canvas, Theme, TableScene, Words], None]

_FACE_UP = 64
_CARDS = 590
"""Width of the face-up cards beside the totals."""
_WITH_SUPPLY = 580
"""Maximum height of a mine above the supply, so that a phone shows both."""


def warm_up_steps(theme: Theme = USUAL) -> Iterator[None]:
    palette = theme_palette(theme)
    yield
    _ground(theme)
    yield
    image = Image.new("L", (dots(WIDTH), dots(400)), palette.number(theme.plate))
    canvas = IndexedCanvas(image, palette)
    for code in TILES.split():
        tile = tile_of(code)
        for look in (TileLook.LIT, TileLook.DIM):
            signs = signs_of(tile, built=False)
            face = Face(int(tile.openings), int(tile.plus), signs, look, ground=theme.plate)
            supply.put_pile(canvas, theme, face, 2, 200, 200)
        yield


@remembered
def draw_board(scene: TableScene, words: Words, theme: Theme = USUAL) -> Picture:
    """Draw the table, or the large mine with lettered places while a tile is being placed."""
    return whole_picture(lay_out(scene), theme, scene, words, alt_text(scene, words))


def lay_out(scene: TableScene) -> tuple[int, DrawTable]:
    if scene.placing is None:
        middle = TOP + HEAD + mine_placement(scene).height + PAD
        low = middle + GAP + _FACE_UP
        if not scene.is_buying:
            low += GAP + table_height(scene)
        return low + MARGIN, partial(_draw_table, middle)
    layout = lay_out_placing(scene)
    return layout.height, partial(_draw_placing, layout)


def whole_picture(
    layout: tuple[int, DrawTable], theme: Theme, scene: TableScene, words: Words, alt: str
) -> Picture:
    height, draw = layout
    palette = theme_palette(theme)
    raster = Raster(dots(WIDTH), dots(height))
    raster.lay(_ground(theme).crop((0, 0, dots(WIDTH), dots(height))))
    draw(IndexedCanvas(raster.image, palette, "strata"), theme, scene, words)
    return as_picture(raster, palette, alt)


@lru_cache(maxsize=4)
def _ground(theme: Theme) -> Image.Image:
    return theme_palette(theme).reduce(strata(theme, WIDTH, HIGHEST))


def _draw_placing(
    layout: PlacingLayout, canvas: Canvas, theme: Theme, scene: TableScene, words: Words
) -> None:
    draw_header(canvas, theme, (MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + HIGH), scene, words)
    draw_placing(canvas, theme, layout, scene, words)


def mine_placement(scene: TableScene) -> MinePlacement:
    """Return the layout of the large mine on a board without places."""
    room = HIGHEST - TOP - HEAD - PAD - 2 * GAP - _FACE_UP - table_height(scene) - MARGIN
    if scene.is_buying:
        room = _WITH_SUPPLY
    return plan_mine(scene.mine(scene.large), WIDTH - 2 * MARGIN - 2 * PAD, room)


def _draw_table(middle: int, canvas: Canvas, theme: Theme, scene: TableScene, words: Words) -> None:
    left, right, seat = MARGIN, WIDTH - MARGIN, scene.large
    draw_header(canvas, theme, (left, MARGIN, right, MARGIN + HIGH), scene, words)
    draw_player(
        canvas, theme, (left, TOP, right, middle), scene, seat, words, shown_of(scene, seat)
    )
    top = middle + GAP
    low = top + _FACE_UP
    if scene.is_buying:
        draw_totals(canvas, theme, (left, top, right - _CARDS - GAP, low), scene)
        draw_face_up(canvas, theme, (right - _CARDS, top, right, low), scene)
        return
    draw_face_up(canvas, theme, (left, top, right, low), scene)
    top = low + GAP
    draw_table(canvas, theme, (left, top, right, top + table_height(scene)), scene, words)


@remembered
def draw_supply(scene: TableScene, words: Words, theme: Theme = USUAL) -> Picture:
    """Draw the supply, with the tiles lit that can be bought now."""
    piles = scene.view.piles
    return whole_picture(
        (supply.height_of(piles), draw_piles), theme, scene, words, supply_text(scene, words)
    )


def draw_piles(canvas: Canvas, theme: Theme, scene: TableScene, words: Words) -> None:
    del words
    supply.draw_supply(canvas, theme, scene.view.piles)


@remembered
def draw_preview(scene: TableScene, token: str, words: Words, theme: Theme = USUAL) -> Picture:
    """Draw the large mine with the tile at the place of the token (SeenPlace.token)."""
    layout = lay_out_placing(scene, token)
    alt = join_facts(preview_facts(scene, token, words))
    return whole_picture((layout.height, partial(_draw_placing, layout)), theme, scene, words, alt)


@remembered
def draw_mine(scene: TableScene, seat: Seat, words: Words, theme: Theme = USUAL) -> Picture:
    middle, height = lay_out_mine(scene, seat)
    alt = join_facts(mine_facts(scene, seat, words))
    draw = partial(draw_mine_sheet, middle=middle, height=height, seat=seat)
    return whole_picture((height, draw), theme, scene, words, alt)
