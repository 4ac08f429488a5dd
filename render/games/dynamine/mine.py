"""A mine: its levels, its tiles, its open ends, and letters for possible actions.

Levels below the fifth have three fifths of the height of others. Their tiles count as if on the
fifth level, and a phone can still show a deep mine. Half of the height would leave less than 8
pixels for a sign on tiles with three signs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from engine.games.dynamine.content import Side
from engine.games.dynamine.observation import SeenMine, SeenTile
from engine.games.dynamine.state import ENTRANCE, Cell
from render.canvas import SCALE, Box, Canvas, dots, full_mask
from render.games.dynamine.colours import colours_of
from render.games.dynamine.signs import signs_of
from render.games.dynamine.tiles import Face, TileLook, paint_tile
from render.ornaments import draw_disc
from render.theme import RGB, Theme, mix
from render.typography.fonts import Weight

LABEL = 44
_LABELLED = 36
"""Height of a level, in units, below which not every level has room for its number."""
_WHOLE = 4
"""Smallest number of units that is a whole number of pixels."""
LARGEST = 128
_SMALLEST = 16
_TALL = 5
"""Number of levels drawn at full height."""


class MineMarks(NamedTuple):
    entrance: Side
    letters: tuple[tuple[Cell, str], ...] = ()
    new: tuple[Cell, ...] = ()
    """Tiles that are new to the reader."""
    fresh: int | None = None
    """The current turn, if it is this mine's owner's; tiles built in it are marked."""
    changed: tuple[Cell, ...] = ()
    """Tiles built or moved in the past turn that the picture is about."""
    placed: tuple[Cell, Face] | None = None
    joins: tuple[Cell, ...] = ()
    leaving: Cell | None = None


@dataclass(frozen=True, slots=True)
class MinePlacement:
    first: int
    columns: int
    levels: int
    pitch: int
    """The width of a tile, in units."""

    @property
    def height(self) -> int:
        return self.top_of(self.levels + 1)

    def height_of(self, level: int) -> int:
        """Return the height of the level's tiles, in units."""
        return self.pitch if level <= _TALL else _low(self.pitch)

    def top_of(self, level: int) -> int:
        """Return the distance of a level from the top of the mine, in units."""
        tall = min(level - 1, _TALL)
        return tall * self.pitch + (level - 1 - tall) * _low(self.pitch)


def plan_mine(
    mine: SeenMine,
    width: int,
    height: int,
    *,
    largest: int = LARGEST,
) -> MinePlacement:
    """Return the largest layout of a mine that fits, with level numbers and open ends."""
    cells = [ENTRANCE, *(tile.cell for tile in mine.tiles), *(spot.cell for spot in mine.ends)]
    first = min(column for _, column in cells)
    columns = max(column for _, column in cells) - first + 1
    levels = max(level for level, _ in cells)
    pitch = min((width - LABEL) // columns, largest)
    # Use whole pixels, so that there are no seams between tiles.
    pitch = max(pitch - pitch % _WHOLE, _SMALLEST)
    plan = MinePlacement(first, columns, levels, pitch)
    while plan.height > height and plan.pitch > _SMALLEST:
        plan = replace(plan, pitch=plan.pitch - _WHOLE)
    return plan


def _low(pitch: int) -> int:
    """Return the height of a tile on a low level."""
    height = pitch * 3 // 5
    return height - height % _WHOLE


class CellFace(NamedTuple):
    column: int
    face: Face
    letter: str = ""


def draw_mine_in(
    canvas: Canvas, theme: Theme, box: Box, plan: MinePlacement, mine: SeenMine, shown: MineMarks
) -> None:
    """Draw a mine level by level, because most levels stay the same from picture to picture."""
    left, top, right, bottom = box
    places = _places(theme, mine, shown)
    for level in range(1, plan.levels + 1):
        upper = top + plan.top_of(level)
        lower = bottom if level == plan.levels else upper + plan.height_of(level)
        row = tuple(sorted(places.get(level, ())))
        band = (left, upper, right, lower)
        canvas.part(
            ("level", band, plan, level, row),
            partial(_draw_level, canvas, theme, band, plan, level, row),
        )
    discs = tuple(
        (level, place)
        for level, row in places.items()
        for place in row
        if place.letter and place.face.look is not TileLook.PLACE
    )
    if discs:
        key = ("discs", box, plan, discs, mine.tiles, shown)
        canvas.part(key, partial(_draw_discs, canvas, theme, box, plan, discs))


def _places(theme: Theme, mine: SeenMine, shown: MineMarks) -> dict[int, list[CellFace]]:
    """Return everything to draw by level: open ends, letters, the entrance, tiles."""
    own = colours_of(theme)
    letters, faces = dict(shown.letters), dict[Cell, Face]()
    for cell in (*(spot.cell for spot in mine.ends), *letters):
        look = TileLook.PLACE if cell in letters else TileLook.END
        faces[cell] = Face(look=look, ground=own.level(cell[0]))
    faces[ENTRANCE] = Face(int(shown.entrance), look=TileLook.ENTRANCE, ground=own.level(1))
    for tile in mine.tiles:
        faces[tile.cell] = _face(tile, shown, letters, own.level(tile.cell[0]))
    if shown.placed is not None:
        cell, faces[cell] = shown.placed
    places: dict[int, list[CellFace]] = {}
    for (level, column), face in faces.items():
        places.setdefault(level, []).append(
            CellFace(column, face, letters.get((level, column), ""))
        )
    return places


def _draw_level(
    canvas: Canvas,
    theme: Theme,
    band: Box,
    plan: MinePlacement,
    level: int,
    row: tuple[CellFace, ...],
) -> None:
    own = colours_of(theme)
    left, upper, right, _ = band
    pitch, high = plan.pitch, plan.height_of(level)
    canvas.panel(band, 0, own.level(level))
    if level <= _TALL or (level - _TALL) % -(-_LABELLED // high) == 0:
        colour = mix(own.level(level), theme.cream, 0.72)
        canvas.text(left + LABEL // 2, upper + high // 2, str(level), 34, colour, anchor="mm")
    for place in row:
        x, y = _centre_of(plan, (left, right), place.column), centre(upper, 0, high)
        make = partial(paint_tile, theme, pitch, place.face, high)
        canvas.tile(("tile", pitch, high, place.face), make, full_mask(pitch, high), x, y)
        if place.letter and place.face.look is TileLook.PLACE:
            canvas.text(x, y - 1, place.letter, max(34, round(high * 0.62)), own.line,
                        weight=Weight.BLACK, anchor="mm")  # fmt: skip


def _draw_discs(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    plan: MinePlacement,
    discs: tuple[tuple[int, CellFace], ...],
) -> None:
    """Put letters into corners of tiles, so that the tiles' signs stay visible."""
    own, (left, top, right, _), pitch = colours_of(theme), box, plan.pitch
    for level, place in discs:
        high = plan.height_of(level)
        x = _centre_of(plan, (left, right), place.column) + max(pitch // 2 - 8, 0)
        y = centre(top, plan.top_of(level), high) - max(high // 2 - 8, 0)
        size = max(40, round(pitch * 0.45))
        draw_disc(canvas, theme, x, y, size, own.line, place.letter, 34)


def _centre_of(plan: MinePlacement, edges: tuple[int, int], column: int) -> int:
    left, right = edges
    start = left + LABEL + (right - left - LABEL - plan.columns * plan.pitch) // 2
    return centre(start, (column - plan.first) * plan.pitch, plan.pitch)


def centre(start: int, offset: int, size: int) -> int:
    """Return the centre of a place, in units, at a whole pixel.

    The place begins `offset` after `start`. Both `offset` and `size` are whole pixels.
    """
    return round((dots(start) + dots(offset) + dots(size) // 2) / SCALE)


def _face(tile: SeenTile, shown: MineMarks, letters: Mapping[Cell, str], ground: RGB) -> Face:
    if tile.cell == shown.leaving:
        look = TileLook.DIM
    elif tile.cell in letters:
        look = TileLook.LIT
    elif tile.cell in shown.changed or tile.cell in shown.joins or tile.turn == shown.fresh:
        look = TileLook.FRESH
    elif tile.cell in shown.new:
        look = TileLook.NEW
    else:
        look = TileLook.PLAIN
    return Face(
        int(tile.tile.openings),
        int(tile.plus),
        signs_of(tile.tile, built=True),
        look,
        tile.outer,
        ground,
    )
