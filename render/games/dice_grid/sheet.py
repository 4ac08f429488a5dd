"""The sheet with the grid: its squares, the path of the last move, and the types missing in each
line.
"""

from functools import partial
from string import ascii_lowercase

from PIL import Image

from render.canvas import Box, Canvas, dots, full_mask
from render.games.dice_grid.cells import (
    CELL,
    Cell,
    SquareLook,
    cell_mask,
    lit_colour,
    paint_cell,
)
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import die_sprite, put_die
from render.games.dice_grid.scene import GridScene
from render.theme import RGB, Theme
from render.typography.fonts import Weight

EDGE = 40
MISSING = 78
_PAD = 4
_MARK = 34
_LACK = 34
Chance = tuple[int | None, tuple[int, ...]]
"""A way to mark a square: the number left over, and the types that would fit."""
_NUMBER = (60, 38, 36, 32)
_CROWDED = 46


def sheet_side(size: int) -> int:
    return 2 * _PAD + EDGE + size * CELL + MISSING


def draw_sheet(canvas: Canvas, theme: Theme, left: int, top: int, scene: GridScene) -> None:
    size = scene.size
    canvas.part(("sheet", left, top, size), partial(_draw_paper, canvas, theme, left, top, size))
    x0, y0 = left + _PAD + EDGE, top + _PAD + EDGE
    squares, type_count = _squares(scene), len(scene.view.columns)
    right, bottom = x0 + size * CELL, y0 + size * CELL
    for number in range(size):
        cells = squares[number * size : (number + 1) * size]
        lacks = scene.missing(scene.row(number))
        place = (x0, y0 + number * CELL + CELL // 2, right + MISSING // 2 - 2)
        canvas.part(
            ("row", place, type_count, cells, lacks, scene.content.points.row),
            partial(
                _draw_row, canvas, theme, place, type_count, cells, lacks, scene.content.points.row
            ),
        )
    down = tuple(scene.missing(scene.column(number)) for number in range(size))
    edge = (x0 + CELL // 2, bottom + MISSING // 2 - 2)
    canvas.part(
        ("lacks", edge, type_count, down, scene.content.points.column),
        partial(_draw_columns, canvas, theme, edge, type_count, down, scene.content.points.column),
    )


Square = tuple[Cell, tuple[Chance, ...]]


def _squares(scene: GridScene) -> tuple[Square, ...]:
    ways, chances = _ways(scene), _chances(scene)
    squares = []
    for square, type_ in enumerate(scene.view.grid):
        shown = chances.get(square, ())
        look = SquareLook.LIT if shown else SquareLook.PLAIN
        if square == scene.aim:
            look, type_ = SquareLook.AIM, scene.writing
            shown = () if type_ is not None else shown or ((scene.number, ()),)
        faces = 0 if type_ is None else scene.view.columns[type_].die.faces
        marker = square == scene.view.marker
        squares.append((Cell(type_, faces, ways.get(square, ()), look, marker), shown))
    return tuple(squares)


def _draw_row(
    canvas: Canvas,
    theme: Theme,
    place: tuple[int, int, int],
    type_count: int,
    cells: tuple[Square, ...],
    lacks: tuple[int, ...],
    points: int,
) -> None:
    left, y, edge = place
    for column, (cell, chances) in enumerate(cells):
        _draw_cell(canvas, theme, left + column * CELL + CELL // 2, y, cell, chances)
    _draw_lacks(canvas, theme, (edge, y), (2, -(-type_count // 2)), lacks, points)


def _draw_columns(
    canvas: Canvas,
    theme: Theme,
    place: tuple[int, int],
    type_count: int,
    columns: tuple[tuple[int, ...], ...],
    points: int,
) -> None:
    x, y = place
    for number, lacks in enumerate(columns):
        _draw_lacks(canvas, theme, (x + number * CELL, y), (3, -(-type_count // 3)), lacks, points)


def _chances(scene: GridScene) -> dict[int, tuple[Chance, ...]]:
    by_square: dict[int, list[Chance]] = {}
    type_count = len(scene.view.columns)
    for lit in scene.lit:
        chance = (lit.number, () if len(lit.types) == type_count else lit.types)
        by_square.setdefault(lit.square, []).append(chance)
    return {square: tuple(chance) for square, chance in by_square.items()}


def _ways(scene: GridScene) -> dict[int, tuple[str, ...]]:
    """Return for each square the sides where the last move enters and leaves it."""
    sides: dict[int, tuple[str, ...]] = {}
    for start, end in zip(scene.way, scene.way[1:], strict=False):
        if end == start + 1:
            ends = "rl"
        elif end == start - 1:
            ends = "lr"
        else:
            ends = "du" if end > start else "ud"
        sides[start] = (*sides.get(start, ()), ends[0])
        sides[end] = (*sides.get(end, ()), ends[1])
    return sides


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
    canvas: Canvas, theme: Theme, x: int, y: int, cell: Cell, chances: tuple[Chance, ...]
) -> None:
    canvas.tile(("grid", cell), partial(paint_cell, theme, cell), cell_mask(), x, y)
    if not chances:
        return
    ground = theme.white if cell.look is SquareLook.AIM else lit_colour(theme)
    if len(chances) == 1:
        _draw_single(canvas, theme, (x, y), chances[0], cell, ground)
        return
    if cell.way:
        canvas.panel((x - 45, y - 45, x + 45, y + 45), 9, ground)
    rows = -(-len(chances) // 2)
    height = (CELL - 18) // rows
    size = _NUMBER[rows]
    top = y - rows * height // 2
    for place, chance in enumerate(chances):
        row, side = divmod(place, 2)
        alone = place == len(chances) - 1 and side == 0
        left = x - 22 if alone else x - 44 + 45 * side
        box = (left, top + row * height + 1, left + 43, top + (row + 1) * height - 1)
        draw_chance(canvas, theme, box, chance, size, ground)


def _draw_single(
    canvas: Canvas, theme: Theme, middle: tuple[int, int], chance: Chance, cell: Cell, ground: RGB
) -> None:
    x, y = middle
    number, types = chance
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
        put_die(canvas, theme, size, type_, begin + place * pitch, y, ground)


def draw_chance(
    canvas: Canvas, theme: Theme, box: Box, chance: Chance, size: int, ground: RGB
) -> None:
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    number, types = chance
    assert number is not None, (
        "only moves can give a square several chances, and they leave numbers"
    )
    key = ("chip", width, height, size, ground, number, types)
    make = partial(_paint_chip, theme, width, height, size, ground, number, types)
    canvas.tile(key, make, full_mask(width, height), left + width // 2, top + height // 2)


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
    strip_width = (width - 6) // max(len(types), 1)
    begin = (width - strip_width * len(types)) // 2
    for place, type_ in enumerate(types):
        at = begin + place * strip_width
        canvas.panel(
            (at, height - (6 if height > 32 else 5), at + strip_width, height),
            0,
            own.body(type_).base,
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
    x, y = middle
    if not lacks:
        canvas.panel((x - 33, y - 25, x + 33, y + 25), 14, theme.gold, theme.gold_edge, 3)
        canvas.text(x, y - 1, f"+{points}", 40, theme.shade, weight=Weight.BLACK, anchor="mm")
        return
    across, down = places
    width, height = across * _LACK, down * _LACK
    make = partial(_paint_lacks, theme, across, down, lacks)
    canvas.tile(("lacks", places, lacks), make, full_mask(width, height), x, y)


def _paint_lacks(theme: Theme, across: int, down: int, lacks: tuple[int, ...]) -> Image.Image:
    size = (dots(across * _LACK), dots(down * _LACK))
    canvas = Canvas(Image.new("RGB", size, theme.paper))
    for type_ in lacks:
        row, column = divmod(type_, across)
        x, y = column * _LACK + _LACK // 2, row * _LACK + _LACK // 2
        canvas.sprite(die_sprite(theme, _MARK - 2, type_), x, y)
    return canvas.image
