"""The sheet with the grid: squares, the way of the last move, and what each line still lacks."""

from functools import partial
from string import ascii_lowercase

from render.canvas import Box, Canvas
from render.games.dice_grid.cells import (
    CELL,
    Cell,
    Look,
    cell_mask,
    lit_colour,
    paint_cell,
)
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import die_sprite
from render.games.dice_grid.ornaments import star
from render.games.dice_grid.scene import GridScene, Lit
from render.theme import Theme
from render.typography.fonts import Weight

EDGE = 40
"""The strips with the names of rows and columns."""
MISSING = 78
"""The strips with what each line lacks."""
_PAD = 4
_MARK = 34
"""The size of a die that stands for a type."""
_NUMBER = (60, 42, 36, 32)
"""The sizes of the numbers in a lit square, by how many lines there are."""


def sheet_side(size: int) -> int:
    """How wide and high the sheet is, with so many squares in a line."""
    return 2 * _PAD + EDGE + size * CELL + MISSING


def draw_sheet(
    canvas: Canvas, theme: Theme, left: int, top: int, scene: GridScene, line: int
) -> None:
    """Draw the sheet with its upper left corner at a point; a full line scores `line`."""
    size = scene.size
    canvas.part(
        ("sheet", left, top, size), partial(_draw_paper, canvas, theme, left, top, size)
    )
    x0, y0 = left + _PAD + EDGE, top + _PAD + EDGE
    ways = _ways(scene)
    for square, type_ in enumerate(scene.grid):
        row, column = divmod(square, size)
        chances = scene.chances(square)
        look = Look.AIM if square == scene.aim else Look.LIT if chances else Look.PLAIN
        faces = 0 if type_ is None else scene.columns[type_].faces
        cell = Cell(type_, faces, ways.get(square, ()), look, square == scene.marker)
        told: tuple[Lit, ...] = chances
        if look is Look.AIM:
            types = () if scene.writing is None else (scene.writing,)
            told = (Lit(square, types, scene.number),)
        x, y = x0 + column * CELL + CELL // 2, y0 + row * CELL + CELL // 2
        canvas.part(
            ("cell", x, y, cell, told), partial(_draw_cell, canvas, theme, x, y, cell, told)
        )
    far = x0 + size * CELL
    low = y0 + size * CELL
    for number in range(size):
        middle = number * CELL + CELL // 2
        for key, x, y, across, squares in (
            ("row", far + MISSING // 2 - 2, y0 + middle, 2, scene.row(number)),
            ("column", x0 + middle, low + MISSING // 2 - 2, 3, scene.column(number)),
        ):
            lacks = scene.missing(squares)
            canvas.part(
                ("lacks", key, x, y, lacks),
                partial(_draw_lacks, canvas, theme, (x, y), across, lacks, scene, line),
            )
    corner = (far + MISSING // 2, low + MISSING // 2)
    canvas.part(
        ("stars", corner, scene.stars, scene.all_stars),
        partial(_draw_stars, canvas, theme, corner, scene.stars, scene.all_stars),
    )


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
    canvas: Canvas, theme: Theme, x: int, y: int, cell: Cell, told: tuple[Lit, ...]
) -> None:
    canvas.tile(("grid", cell), partial(paint_cell, theme, cell), cell_mask(), x, y)
    if cell.look is Look.PLAIN:
        return
    ground = theme.gold if cell.look is Look.AIM else lit_colour(theme)
    if len(told) == 1:
        _draw_one(canvas, theme, (x, y), told[0], cell, ground)
        return
    rows = -(-len(told) // 2)
    tall = (CELL - 18) // rows
    size = _NUMBER[rows]
    top = y - rows * tall // 2
    for place, lit in enumerate(told):
        row, side = divmod(place, 2)
        alone = place == len(told) - 1 and side == 0
        left = x - 22 if alone else x - 44 + 45 * side
        box = (left, top + row * tall + 1, left + 43, top + (row + 1) * tall - 1)
        _draw_chip(canvas, theme, box, lit, size, ground)


def _draw_one(
    canvas: Canvas, theme: Theme, middle: tuple[int, int], lit: Lit, cell: Cell, ground: tuple[int, int, int]
) -> None:
    """Draw the only number that a square can get, and the types that it would take."""
    x, y = middle
    if lit.number is not None:
        if cell.way:
            canvas.panel((x - 34, y - 44, x + 34, y + 44), 10, ground)
        canvas.text(x, y - 16, str(lit.number), _NUMBER[0], theme.ink, weight=Weight.BLACK,
                    anchor="mm")  # fmt: skip
        _draw_types(canvas, theme, x, y + 28, lit.types, ground)
    elif len(lit.types) <= 3:
        _draw_types(canvas, theme, x, y, lit.types, ground)
    else:
        half = -(-len(lit.types) // 2)
        _draw_types(canvas, theme, x, y - 18, lit.types[:half], ground)
        _draw_types(canvas, theme, x, y + 18, lit.types[half:], ground)


def _draw_types(
    canvas: Canvas, theme: Theme, x: int, y: int, types: tuple[int, ...], ground: tuple[int, int, int]
) -> None:
    size, pitch = (_MARK, 38) if len(types) <= 2 else (28, 30)
    if len(types) > 3:
        size, pitch = 84 // len(types), 90 // len(types)
    begin = x - pitch * (len(types) - 1) // 2
    for place, type_ in enumerate(types):
        canvas.sprite(die_sprite(theme, size, type_), begin + place * pitch, y, ground)


def _draw_chip(canvas: Canvas, theme: Theme, box: Box, lit: Lit, size: int, ground: tuple[int, int, int]) -> None:
    """Draw one of several numbers, in the colours of the types that the square would take."""
    left, top, right, bottom = box
    own = colours_of(theme)
    x, y = (left + right) // 2, (top + bottom) // 2
    text = str(lit.number)
    if len(lit.types) == 1:
        body = own.body(lit.types[0])
        canvas.panel(box, 8, body.base, ground=ground)
        canvas.text(x, y, text, size, body.ink, anchor="mm")
        return
    canvas.panel((left, top, right, bottom), 6, theme.white, ground=ground)
    each = (right - left - 6) // len(lit.types)
    begin = left + (right - left - each * len(lit.types)) // 2
    for place, type_ in enumerate(lit.types):
        at = begin + place * each
        canvas.panel((at, bottom - 6, at + each, bottom), 0, own.body(type_).base)
    canvas.text(x, y - 4, text, size, theme.ink, anchor="mm")


def _draw_lacks(
    canvas: Canvas,
    theme: Theme,
    middle: tuple[int, int],
    across: int,
    lacks: tuple[int, ...],
    scene: GridScene,
    line: int,
) -> None:
    """Draw the types that a line lacks, each in its own place; a full line shows its points."""
    x, y = middle
    if not lacks:
        canvas.panel((x - 33, y - 25, x + 33, y + 25), 14, theme.gold, theme.gold_edge, 3)
        canvas.text(x, y - 1, f"+{line}", 40, theme.shade, weight=Weight.BLACK, anchor="mm")
        return
    down = -(-len(scene.types) // across)
    for type_ in lacks:
        row, column = divmod(type_, across)
        place = (x + round((column - (across - 1) / 2) * 35), y + round((row - (down - 1) / 2) * 35))
        canvas.sprite(die_sprite(theme, _MARK - 2, type_), *place, theme.paper)


def _draw_stars(
    canvas: Canvas, theme: Theme, middle: tuple[int, int], stars: int, all_stars: int
) -> None:
    x, y = middle
    for number in range(all_stars):
        row, column = divmod(number + 1, 2)
        dx = 0 if row == 0 else -18 + 36 * column
        canvas.sprite(star(theme, 40, used=number >= stars), x + dx - 2, y - 23 + row * 35,
                      theme.paper)  # fmt: skip


