"""The sheet with the grid: squares, the way of the last move, and what each line still lacks."""

from functools import partial
from string import ascii_lowercase

from PIL import Image

from render.canvas import Box, Canvas, dots
from render.games.dice_grid.cells import (
    CELL,
    Cell,
    Look,
    cell_mask,
    lit_colour,
    paint_cell,
    tile_mask,
)
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import die_sprite
from render.games.dice_grid.scene import GridScene
from render.theme import RGB, Theme
from render.typography.fonts import Weight

EDGE = 40
"""The strips with the names of rows and columns."""
MISSING = 78
"""The strips with what each line lacks."""
_PAD = 4
_MARK = 34
"""The size of a die that stands for a type."""
_LACK = 34
"""The side of its place at the edge."""
Told = tuple[int | None, tuple[int, ...]]
"""A chance to mark a square: the number that the move leaves, and the types that would fit."""
_NUMBER = (60, 38, 36, 32)
"""The sizes of the numbers in a lit square, by how many lines there are; of a single one first."""
_CROWDED = 46
"""The size of a single one with more types below it than fit into a line."""


def sheet_side(size: int) -> int:
    """How wide and high the sheet is, with so many squares in a line."""
    return 2 * _PAD + EDGE + size * CELL + MISSING


def draw_sheet(canvas: Canvas, theme: Theme, left: int, top: int, scene: GridScene) -> None:
    """Draw the sheet with its upper left corner at a point."""
    size = scene.size
    canvas.part(("sheet", left, top, size), partial(_draw_paper, canvas, theme, left, top, size))
    x0, y0 = left + _PAD + EDGE, top + _PAD + EDGE
    squares, every = _squares(scene), len(scene.view.columns)
    far, low = x0 + size * CELL, y0 + size * CELL
    for number in range(size):
        cells = squares[number * size : (number + 1) * size]
        lacks = scene.missing(scene.row(number))
        place = (x0, y0 + number * CELL + CELL // 2, far + MISSING // 2 - 2)
        canvas.part(
            ("row", place, every, cells, lacks, scene.content.points.row),
            partial(_draw_row, canvas, theme, place, every, cells, lacks, scene.content.points.row),
        )
    down = tuple(scene.missing(scene.column(number)) for number in range(size))
    edge = (x0 + CELL // 2, low + MISSING // 2 - 2)
    canvas.part(
        ("lacks", edge, every, down, scene.content.points.column),
        partial(_draw_columns, canvas, theme, edge, every, down, scene.content.points.column),
    )


Square = tuple[Cell, tuple[Told, ...]]
"""A tile, and what is written on it."""


def _squares(scene: GridScene) -> tuple[Square, ...]:
    """All squares, in square order."""
    ways, chances = _ways(scene), _chances(scene)
    found = []
    for square, type_ in enumerate(scene.view.grid):
        told = chances.get(square, ())
        look = Look.LIT if told else Look.PLAIN
        if square == scene.aim:
            look, type_ = Look.AIM, scene.writing
            told = () if type_ is not None else told or ((scene.number, ()),)
        faces = 0 if type_ is None else scene.view.columns[type_].die.faces
        marker = square == scene.view.marker
        found.append((Cell(type_, faces, ways.get(square, ()), look, marker), told))
    return tuple(found)


def _draw_row(
    canvas: Canvas,
    theme: Theme,
    place: tuple[int, int, int],
    every: int,
    cells: tuple[Square, ...],
    lacks: tuple[int, ...],
    points: int,
) -> None:
    """Draw a row of the grid and what it lacks of `every` types, or its points if it is full."""
    left, y, edge = place
    for column, (cell, told) in enumerate(cells):
        _draw_cell(canvas, theme, left + column * CELL + CELL // 2, y, cell, told)
    _draw_lacks(canvas, theme, (edge, y), (2, -(-every // 2)), lacks, points)


def _draw_columns(
    canvas: Canvas,
    theme: Theme,
    place: tuple[int, int],
    every: int,
    columns: tuple[tuple[int, ...], ...],
    points: int,
) -> None:
    """Draw what each column lacks, or its points if it is full."""
    x, y = place
    for number, lacks in enumerate(columns):
        _draw_lacks(canvas, theme, (x + number * CELL, y), (3, -(-every // 3)), lacks, points)


def _chances(scene: GridScene) -> dict[int, tuple[Told, ...]]:
    """By square, what is drawn of its chances: where every type fits, none is named."""
    found: dict[int, list[Told]] = {}
    every = len(scene.view.columns)
    for lit in scene.lit:
        told = (lit.number, () if len(lit.types) == every else lit.types)
        found.setdefault(lit.square, []).append(told)
    return {square: tuple(told) for square, told in found.items()}


def _ways(scene: GridScene) -> dict[int, tuple[str, ...]]:
    """By square, where the last move enters and leaves it."""
    found: dict[int, tuple[str, ...]] = {}
    for one, other in zip(scene.way, scene.way[1:], strict=False):
        if other == one + 1:
            ends = "rl"
        elif other == one - 1:
            ends = "lr"
        else:
            ends = "du" if other > one else "ud"
        found[one] = (*found.get(one, ()), ends[0])
        found[other] = (*found.get(other, ()), ends[1])
    return found


def _draw_paper(canvas: Canvas, theme: Theme, left: int, top: int, size: int) -> None:
    side = sheet_side(size)
    canvas.card((left, top, left + side, top + side), 18, theme, line=3, down=6)
    x0, y0 = left + _PAD + EDGE, top + _PAD + EDGE
    for number in range(size):
        middle = number * CELL + CELL // 2
        for x, y, name in (
            (x0 + middle, y0 - EDGE // 2, ascii_lowercase[number]),
            (x0 - EDGE // 2, y0 + middle, str(number + 1)),
        ):
            canvas.text(x, y, name, 36, theme.ink_soft, weight=Weight.BLACK, anchor="mm")


def _draw_cell(
    canvas: Canvas, theme: Theme, x: int, y: int, cell: Cell, told: tuple[Told, ...]
) -> None:
    canvas.tile(("grid", cell), partial(paint_cell, theme, cell), cell_mask(), x, y)
    if not told:
        return
    ground = theme.white if cell.look is Look.AIM else lit_colour(theme)
    if len(told) == 1:
        _draw_one(canvas, theme, (x, y), told[0], cell, ground)
        return
    if cell.way:
        canvas.panel((x - 45, y - 45, x + 45, y + 45), 9, ground)
    rows = -(-len(told) // 2)
    tall = (CELL - 18) // rows
    size = _NUMBER[rows]
    top = y - rows * tall // 2
    for place, one in enumerate(told):
        row, side = divmod(place, 2)
        alone = place == len(told) - 1 and side == 0
        left = x - 22 if alone else x - 44 + 45 * side
        box = (left, top + row * tall + 1, left + 43, top + (row + 1) * tall - 1)
        _draw_chip(canvas, theme, box, one, size, ground)


def _draw_one(
    canvas: Canvas, theme: Theme, middle: tuple[int, int], told: Told, cell: Cell, ground: RGB
) -> None:
    """Draw the only number that a square can get, and the types that it would take."""
    x, y = middle
    number, types = told
    if number is None:
        first = len(types) if len(types) <= 3 else -(-len(types) // 2)
        lines, up = (types[:first], types[first:]), 0 if len(types) <= 3 else -18
        _draw_types(canvas, theme, x, y + up, lines[0], ground)
        _draw_types(canvas, theme, x, y + 18, lines[1], ground)
        return
    if cell.way:
        canvas.panel((x - 34, y - 44, x + 34, y + 44), 10, ground)
    text, crowded = str(number), len(types) > 3
    up, size = (24, _CROWDED) if crowded else (16 if types else 0, _NUMBER[0])
    canvas.text(x, y - up, text, size, theme.ink, weight=Weight.BLACK, anchor="mm")
    if crowded:
        _draw_types(canvas, theme, x, y + 9, types[:3], ground)
        _draw_types(canvas, theme, x, y + 36, types[3:], ground)
    else:
        _draw_types(canvas, theme, x, y + 28, types, ground)


def _draw_types(
    canvas: Canvas, theme: Theme, x: int, y: int, types: tuple[int, ...], ground: RGB
) -> None:
    size, pitch = (_MARK, 38) if len(types) <= 2 else (28, 30)
    begin = x - pitch * (len(types) - 1) // 2
    for place, type_ in enumerate(types):
        canvas.sprite(die_sprite(theme, size, type_), begin + place * pitch, y, ground)


def _draw_chip(canvas: Canvas, theme: Theme, box: Box, told: Told, size: int, ground: RGB) -> None:
    """Draw one of several numbers, in the colours of the types that the square would take."""
    left, top, right, bottom = box
    wide, tall = right - left, bottom - top
    number, types = told
    assert number is not None, "it is one of several numbers"
    key = ("chip", wide, tall, size, ground, number, types)
    make = partial(_paint_chip, theme, wide, tall, size, ground, number, types)
    canvas.tile(key, make, tile_mask(wide, tall), left + wide // 2, top + tall // 2)


def _paint_chip(
    theme: Theme,
    width: int,
    height: int,
    size: int,
    ground: RGB,
    number: int,
    types: tuple[int, ...],
) -> Image.Image:
    canvas = Canvas(Image.new("RGB", (dots(width), dots(height)), ground))
    own = colours_of(theme)
    x, y = width // 2, height // 2
    if len(types) == 1:
        body = own.body(types[0])
        canvas.panel((0, 0, width, height), 8, body.base)
        canvas.text(x, y, str(number), size, body.ink, anchor="mm")
        return canvas.image
    canvas.panel((0, 0, width, height), 6, theme.white)
    each = (width - 6) // max(len(types), 1)
    begin = (width - each * len(types)) // 2
    for place, type_ in enumerate(types):
        at = begin + place * each
        canvas.panel(
            (at, height - (6 if height > 32 else 5), at + each, height), 0, own.body(type_).base
        )
    up = 0 if not types else 4 if height > 32 else 6
    canvas.text(x, y - up, str(number), size, theme.ink, anchor="mm")
    return canvas.image


def _draw_lacks(
    canvas: Canvas,
    theme: Theme,
    middle: tuple[int, int],
    places: tuple[int, int],
    lacks: tuple[int, ...],
    points: int,
) -> None:
    """Draw the types that a line lacks, each in its own of so many places across and down.

    A full line shows its points instead.
    """
    x, y = middle
    if not lacks:
        canvas.panel((x - 33, y - 25, x + 33, y + 25), 14, theme.gold, theme.gold_edge, 3)
        canvas.text(x, y - 1, f"+{points}", 40, theme.shade, weight=Weight.BLACK, anchor="mm")
        return
    across, down = places
    wide, tall = across * _LACK, down * _LACK
    make = partial(_paint_lacks, theme, across, down, lacks)
    canvas.tile(("lacks", places, lacks), make, tile_mask(wide, tall), x, y)


def _paint_lacks(theme: Theme, across: int, down: int, lacks: tuple[int, ...]) -> Image.Image:
    """Small dice on paper, in a grid of as many places as there are types."""
    size = (dots(across * _LACK), dots(down * _LACK))
    canvas = Canvas(Image.new("RGB", size, theme.paper))
    for type_ in lacks:
        row, column = divmod(type_, across)
        x, y = column * _LACK + _LACK // 2, row * _LACK + _LACK // 2
        canvas.sprite(die_sprite(theme, _MARK - 2, type_), x, y)
    return canvas.image
