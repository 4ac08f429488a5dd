"""The supply: its piles by row and cost, each with its top tile and the number of tiles left."""

from functools import partial

from PIL import Image

from engine.games.dynamine.observation import SeenPile
from render.canvas import Box, Canvas, dots, full_mask
from render.games.dynamine.placing import MARGIN, WIDTH
from render.games.dynamine.signs import Sign, sign_sprite, signs_of
from render.games.dynamine.tiles import Face, TileLook, paint_tile
from render.theme import Theme, mix
from render.typography.fonts import Weight

SIDE = 164
_PITCH_X = 184
_PITCH_Y = 172
_HEAD = 52
_LETTER = 56
_COLUMNS = 6
_LEFT = 2
_TICK, _TICK_PITCH = 40, 48

Row = tuple[SeenPile, ...]


def rows_of(piles: tuple[SeenPile, ...]) -> tuple[Row, ...]:
    """Return the rows that still have tiles."""
    rows = (piles[first : first + _COLUMNS] for first in range(0, len(piles), _COLUMNS))
    return tuple(row for row in rows if any(pile.tiles for pile in row))


def height_of(piles: tuple[SeenPile, ...]) -> int:
    """Return the height of the whole picture, in units."""
    return 2 * MARGIN + _HEAD + len(rows_of(piles)) * _PITCH_Y


def draw_supply(canvas: Canvas, theme: Theme, piles: tuple[SeenPile, ...]) -> None:
    box = (MARGIN, MARGIN, WIDTH - MARGIN, height_of(piles) - MARGIN)
    rows = rows_of(piles)
    names = tuple(row[0].name[0] for row in rows)
    costs = tuple(pile.cost for pile in piles[:_COLUMNS])
    canvas.part(
        ("supply", box, names, costs), partial(_draw_frame, canvas, theme, box, names, costs)
    )
    for number, row in enumerate(rows):
        y = MARGIN + _HEAD + number * _PITCH_Y
        faces = tuple((face_of(pile, theme), len(pile.tiles)) for pile in row)
        canvas.part(("piles", y, faces), partial(_draw_row, canvas, theme, y, faces))


def _draw_frame(
    canvas: Canvas, theme: Theme, box: Box, names: tuple[str, ...], costs: tuple[int, ...]
) -> None:
    left, top, _, _ = box
    canvas.panel(box, 18, theme.plate)
    y = top + _HEAD // 2 + 1
    canvas.sprite(sign_sprite(theme, 42, Sign.PICK), left + _LETTER // 2 + 4, y)
    for number, cost in enumerate(costs):
        x = _left_of(number) + SIDE // 2
        canvas.panel((x - 26, y - 20, x + 26, y + 20), 8, theme.white)
        canvas.text(x, y, str(cost), 40, theme.shade, weight=Weight.BLACK, anchor="mm")
    for number, name in enumerate(names):
        y = top + _HEAD + number * _PITCH_Y + SIDE // 2
        canvas.text(left + _LETTER // 2 + 2, y, name, 48, theme.lamp, weight=Weight.BLACK,
                    anchor="mm")  # fmt: skip


def _left_of(column: int) -> int:
    return MARGIN + _LETTER + _LEFT + column * _PITCH_X


def _draw_row(
    canvas: Canvas, theme: Theme, y: int, row: tuple[tuple[Face | None, int], ...]
) -> None:
    for column, (face, count) in enumerate(row):
        if face is not None:
            put_pile(canvas, theme, face, count, _left_of(column), y)


def put_pile(canvas: Canvas, theme: Theme, face: Face, count: int, x: int, y: int) -> None:
    make = partial(_paint_pile, theme, face, count)
    middle = (x + _PITCH_X // 2, y + _PITCH_Y // 2)
    canvas.tile(("pile", face, count), make, full_mask(_PITCH_X, _PITCH_Y), *middle)


def _paint_pile(theme: Theme, face: Face, count: int) -> Image.Image:
    image = Image.new("RGB", (dots(_PITCH_X), dots(_PITCH_Y)), theme.plate)
    image.paste(paint_tile(theme, SIDE, face), (0, 0))
    dim = face.look in (TileLook.DIM, TileLook.BACK)
    colour = mix(theme.plate, theme.cream, 0.4 if dim else 0.95)
    for number in range(count):
        low = SIDE - 4 - number * _TICK_PITCH
        box = (dots(SIDE + 4), dots(low - _TICK), dots(SIDE + 12), dots(low))
        image.paste(colour, box)
    return image


def face_of(pile: SeenPile, theme: Theme) -> Face | None:
    """Return the top tile, lit if it can be bought now, else dimmed; None for an empty pile."""
    top = pile.top
    if top is None:
        return Face(look=TileLook.BACK, ground=theme.plate) if pile.tiles else None
    look = TileLook.LIT if pile.takeable else TileLook.DIM
    return Face(
        int(top.openings), int(top.plus), signs_of(top, built=False), look, ground=theme.plate
    )
