"""The pictures of the table: the board, one enlarged mine, and a tile at one place."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from PIL import Image

from engine.core.types import Seat
from engine.games.dynamine.observation import Phase
from render.canvas import Canvas, dots
from render.games.dynamine import supply
from render.games.dynamine.alt import alt_text, mine_facts, preview_facts
from render.games.dynamine.backdrop import strata
from render.games.dynamine.emoji import TILES, tile_of
from render.games.dynamine.header import HIGH, draw_header
from render.games.dynamine.mine_sheet import draw_mine_sheet, lay_out_mine
from render.games.dynamine.palette import theme_palette
from render.games.dynamine.panels import draw_face_up, draw_player, draw_small, shown_of
from render.games.dynamine.placing import (
    GAP,
    HIGHEST,
    MARGIN,
    TOP,
    WIDTH,
    Placing,
    draw_placing,
    lay_out_placing,
)
from render.games.dynamine.scene import TableScene
from render.games.dynamine.signs import signs_of
from render.games.dynamine.table import draw_table
from render.games.dynamine.table import height_of as table_height
from render.games.dynamine.tiles import Face, Look
from render.indexed import IndexedCanvas
from render.memory import remembered
from render.picture import Picture, join_facts
from render.png import Raster, as_picture
from render.theme import USUAL, Theme
from texts import Words

_FACE_UP = 64
_SMALL = {1: 72}
_SMALLER = 54


def warm_up_steps(theme: Theme = USUAL) -> Iterator[None]:
    palette = theme_palette(theme)
    yield
    _ground(theme)
    yield
    image = Image.new("L", (dots(WIDTH), dots(400)), palette.number(theme.plate))
    canvas = IndexedCanvas(image, palette)
    for code in TILES.split():
        tile = tile_of(code)
        for look in (Look.PLAIN, Look.LIT, Look.DIM):
            signs = signs_of(tile, built=False)
            face = Face(int(tile.openings), int(tile.plus), signs, look, ground=theme.plate)
            supply.put_pile(canvas, theme, face, 2, 200, 200)
        yield


@remembered
def draw_board(scene: TableScene, words: Words, theme: Theme = USUAL) -> Picture:
    """Draw the table, or the large mine with lettered places while a tile is being placed."""
    return _picture(_layout(scene), theme, scene, words, alt_text(scene, words))


def paint_board(
    scene: TableScene,
    words: Words,
    theme: Theme = USUAL,
    *,
    canvas: Callable[[Image.Image], Canvas] = Canvas,
) -> Image.Image:
    height, draw = _layout(scene)
    image = strata(theme, WIDTH, HIGHEST).crop((0, 0, dots(WIDTH), dots(height)))
    draw(canvas(image), theme, scene, words)
    return image


_Draw = Callable[[Canvas, Theme, TableScene, Words], None]


def _layout(scene: TableScene) -> tuple[int, _Draw]:
    if scene.placing is None:
        return HIGHEST, _draw_table
    layout = lay_out_placing(scene)
    return layout.height, partial(_draw_placing, layout)


def _picture(
    layout: tuple[int, _Draw], theme: Theme, scene: TableScene, words: Words, alt: str
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
    layout: Placing, canvas: Canvas, theme: Theme, scene: TableScene, words: Words
) -> None:
    draw_header(canvas, theme, (MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + HIGH), scene, words)
    draw_placing(canvas, theme, layout, scene, words)


def _draw_table(canvas: Canvas, theme: Theme, scene: TableScene, words: Words) -> None:
    right, bottom = WIDTH - MARGIN, HIGHEST - MARGIN
    draw_header(canvas, theme, (MARGIN, MARGIN, right, MARGIN + HIGH), scene, words)
    view = scene.view
    split = MARGIN + supply.WIDTH
    low = TOP + supply.height_of(view.piles)
    choosing = view.phase is Phase.BUILD and view.turn is not None and view.turn.rolling is None
    supply.draw_supply(canvas, theme, MARGIN, TOP, view.piles, choosing=choosing)
    seat = scene.large
    box = (split + GAP, TOP, right, low - _FACE_UP - GAP)
    draw_player(canvas, theme, box, scene, seat, words, shown_of(scene, seat))
    draw_face_up(canvas, theme, (split + GAP, low - _FACE_UP, right, low), scene)
    top = low + GAP
    low = top + table_height(scene)
    draw_table(canvas, theme, (MARGIN, top, right, low), scene, words)
    others = [other for other in range(len(scene.players)) if other != seat]
    panel_width = (right - MARGIN - GAP * (len(others) - 1)) // len(others)
    largest = _SMALL.get(len(others), _SMALLER)
    for number, other in enumerate(others):
        left = MARGIN + number * (panel_width + GAP)
        draw_small(
            canvas, theme, (left, low + GAP, left + panel_width, bottom), scene, other, largest
        )


@remembered
def draw_preview(scene: TableScene, token: str, words: Words, theme: Theme = USUAL) -> Picture:
    """Draw the large mine with the tile at the place of the token (SeenPlace.token)."""
    layout = lay_out_placing(scene, token)
    alt = join_facts(preview_facts(scene, token, words))
    return _picture((layout.height, partial(_draw_placing, layout)), theme, scene, words, alt)


@remembered
def draw_mine(scene: TableScene, seat: Seat, words: Words, theme: Theme = USUAL) -> Picture:
    layout = lay_out_mine(scene, seat)
    alt = join_facts(mine_facts(scene, seat, words))
    draw = partial(draw_mine_sheet, layout=layout, seat=seat)
    return _picture((layout.height, draw), theme, scene, words, alt)
