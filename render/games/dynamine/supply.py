"""The supply: six rows of six piles, each with its top tile and the number of tiles left."""

from functools import partial

from PIL import Image

from engine.games.dynamine.observation import SeenPile
from render.canvas import Box, Canvas, dots, full_mask
from render.games.dynamine.signs import signs_of
from render.games.dynamine.tiles import Face, Look, paint_tile
from render.theme import Theme, mix
from render.typography.fonts import Weight

SIDE = 80
PITCH_X = 92
PITCH_Y = 84
HEAD = 44
LETTER = 40
COLUMNS = 6
WIDTH = LETTER + COLUMNS * PITCH_X


def height_of(piles: tuple[SeenPile, ...]) -> int:
    return HEAD + -(-len(piles) // COLUMNS) * PITCH_Y + 6


def draw_supply(
    canvas: Canvas,
    theme: Theme,
    left: int,
    top: int,
    piles: tuple[SeenPile, ...],
    *,
    choosing: bool,
) -> None:
    """Draw the panel. While the player is `choosing`, tiles that can't be taken are dimmed."""
    box = (left, top, left + WIDTH, top + height_of(piles))
    rows = tuple(pile.name[0] for pile in piles[::COLUMNS])
    costs = tuple(pile.cost for pile in piles[:COLUMNS])
    canvas.part(("supply", box, rows, costs), partial(_draw_frame, canvas, theme, box, rows, costs))
    for first in range(0, len(piles), COLUMNS):
        y = top + HEAD + first // COLUMNS * PITCH_Y
        row = tuple(
            (face_of(pile, theme, choosing=choosing), len(pile.tiles))
            for pile in piles[first : first + COLUMNS]
        )
        canvas.part(("piles", left, y, row), partial(_draw_row, canvas, theme, left, y, row))


def _draw_frame(
    canvas: Canvas, theme: Theme, box: Box, rows: tuple[str, ...], costs: tuple[int, ...]
) -> None:
    left, top, _, _ = box
    canvas.panel(box, 18, theme.plate)
    for number, cost in enumerate(costs):
        x, y = left + LETTER + number * PITCH_X + SIDE // 2, top + HEAD // 2 + 1
        canvas.panel((x - 24, y - 18, x + 24, y + 18), 8, theme.white)
        canvas.text(x, y, str(cost), 36, theme.shade, weight=Weight.BLACK, anchor="mm")
    for number, row in enumerate(rows):
        y = top + HEAD + number * PITCH_Y + SIDE // 2
        canvas.text(left + LETTER // 2, y, row, 36, theme.lamp, weight=Weight.BLACK, anchor="mm")


def _draw_row(
    canvas: Canvas, theme: Theme, left: int, y: int, row: tuple[tuple[Face, int], ...]
) -> None:
    for column, (face, count) in enumerate(row):
        put_pile(canvas, theme, face, count, left + LETTER + column * PITCH_X, y)


def put_pile(canvas: Canvas, theme: Theme, face: Face, count: int, x: int, y: int) -> None:
    make = partial(_paint_pile, theme, face, count)
    middle = (x + PITCH_X // 2, y + PITCH_Y // 2)
    canvas.tile(("pile", face, count), make, full_mask(PITCH_X, PITCH_Y), *middle)


def _paint_pile(theme: Theme, face: Face, count: int) -> Image.Image:
    image = Image.new("RGB", (dots(PITCH_X), dots(PITCH_Y)), theme.plate)
    image.paste(paint_tile(theme, SIDE, face), (0, 0))
    colour = mix(theme.plate, theme.cream, 0.4 if face.look is Look.DIM else 0.95)
    for number in range(count):
        low = SIDE - 4 - number * 24
        image.paste(colour, (dots(SIDE + 2), dots(low - 18), dots(SIDE + 8), dots(low)))
    return image


def face_of(pile: SeenPile, theme: Theme, *, choosing: bool) -> Face:
    top = pile.top
    if top is None:
        return Face(look=Look.EMPTY, ground=theme.plate)
    look = Look.PLAIN
    if pile.takeable:
        look = Look.LIT
    elif choosing:
        look = Look.DIM
    signs = signs_of(top, built=False)
    return Face(int(top.openings), int(top.plus), signs, look, ground=theme.plate)
