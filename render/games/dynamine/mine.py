"""A mine: its levels, its tiles, its open ends, and letters for possible actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from engine.games.dynamine.content import Side
from engine.games.dynamine.observation import SeenMine, SeenTile
from engine.games.dynamine.state import ENTRANCE, Cell
from render.canvas import SCALE, Box, Canvas, dots, full_mask
from render.games.dynamine.colours import colours_of
from render.games.dynamine.signs import signs_of
from render.games.dynamine.tiles import Face, Look, paint_tile
from render.ornaments import draw_disc
from render.theme import RGB, Theme, mix
from render.typography.fonts import Weight

LABEL = 44
_LABELLED = 34
"""Height of a level, in units, below which not every level has room for its number."""
_WHOLE = 4
"""Smallest number of units that is a whole number of pixels."""
LARGEST = 96


@dataclass(frozen=True, slots=True)
class Shown:
    entrance: Side
    letters: tuple[tuple[Cell, str], ...] = ()
    fresh: int | None = None
    """The current turn, if it is this mine's owner's; tiles built in it are marked."""
    placed: tuple[Cell, Face] | None = None
    joins: tuple[Cell, ...] = ()
    leaving: Cell | None = None
    ends: bool = True


@dataclass(frozen=True, slots=True)
class MinePlacement:
    first: int
    columns: int
    levels: int
    pitch: int
    """The side of a tile, in units."""
    label: int

    @property
    def height(self) -> int:
        return self.levels * self.pitch


def plan_mine(
    mine: SeenMine,
    width: int,
    height: int,
    *,
    label: bool = True,
    ends: bool = True,
    largest: int = LARGEST,
) -> MinePlacement:
    """Lay out a mine as large as possible, with level numbers if `label` and open ends if
    `ends`.
    """
    cells = [ENTRANCE, *(tile.cell for tile in mine.tiles)]
    if ends:
        cells += [spot.cell for spot in mine.ends]
    first = min(column for _, column in cells)
    columns = max(column for _, column in cells) - first + 1
    levels = max(level for level, _ in cells)
    wide = LABEL if label else 0
    pitch = min((width - wide) // columns, height // levels, largest)
    # Use whole pixels, so that there are no seams between tiles.
    return MinePlacement(first, columns, levels, max(pitch - pitch % _WHOLE, _WHOLE), wide)


def draw_mine_in(
    canvas: Canvas, theme: Theme, box: Box, plan: MinePlacement, mine: SeenMine, shown: Shown
) -> None:
    canvas.part(
        ("mine", box, plan, mine.tiles, mine.ends, shown),
        partial(_draw, canvas, theme, box, plan, mine, shown),
    )


def _draw(
    canvas: Canvas, theme: Theme, box: Box, plan: MinePlacement, mine: SeenMine, shown: Shown
) -> None:
    own = colours_of(theme)
    left, top, right, bottom = box
    pitch = plan.pitch
    for level in range(1, plan.levels + 1):
        lower = bottom if level == plan.levels else top + level * pitch
        canvas.panel((left, top + (level - 1) * pitch, right, lower), 0, own.level(level))
        if plan.label and (level - 1) % -(-_LABELLED // pitch) == 0:
            y = top + (level - 1) * pitch + pitch // 2
            colour = mix(own.level(level), theme.cream, 0.72)
            canvas.text(left + LABEL // 2, y, str(level), 34, colour, anchor="mm")
    start = left + plan.label + (right - left - plan.label - plan.columns * pitch) // 2
    letters = dict(shown.letters)
    discs: list[tuple[int, int, str]] = []

    def put(cell: Cell, face: Face) -> None:
        level, column = cell
        x = centre(start, column - plan.first, pitch)
        y = centre(top, level - 1, pitch)
        canvas.tile(("tile", pitch, face), partial(paint_tile, theme, pitch, face),
                    full_mask(pitch, pitch), x, y)  # fmt: skip
        letter = letters.get(cell)
        if letter is None:
            return
        if face.look is Look.PLACE:
            size = max(34, round(pitch * 0.62))
            canvas.text(x, y - 1, letter, size, own.line, weight=Weight.BLACK, anchor="mm")
        else:
            # Put the letter into a corner, so that the tile's signs stay visible.
            aside = max(pitch // 2 - 8, 0)
            discs.append((x + aside, y - aside, letter))

    if shown.ends:
        for spot in mine.ends:
            look = Look.PLACE if spot.cell in letters else Look.END
            put(spot.cell, Face(look=look, ground=own.level(spot.cell[0])))
    ends = {spot.cell for spot in mine.ends}
    for cell in letters:
        lying = any(tile.cell == cell for tile in mine.tiles)
        if not lying and (cell not in ends or not shown.ends):
            put(cell, Face(look=Look.PLACE, ground=own.level(cell[0])))
    put(ENTRANCE, Face(int(shown.entrance), look=Look.ENTRANCE, ground=own.level(1)))
    for tile in mine.tiles:
        put(tile.cell, _face(tile, shown, letters, own.level(tile.cell[0])))
    if shown.placed is not None:
        put(*shown.placed)
    for x, y, letter in discs:
        draw_disc(canvas, theme, x, y, max(40, round(pitch * 0.45)), own.line, letter, 34)


def centre(start: int, number: int, pitch: int) -> int:
    """Return the centre of the place `number` in a row of places, in units, at a whole pixel."""
    side = dots(pitch)
    return round((dots(start) + number * side + side // 2) / SCALE)


def _face(tile: SeenTile, shown: Shown, letters: Mapping[Cell, str], ground: RGB) -> Face:
    if tile.cell == shown.leaving:
        look = Look.DIM
    elif tile.cell in letters:
        look = Look.LIT
    elif tile.new:
        look = Look.NEW
    elif tile.cell in shown.joins or tile.turn == shown.fresh:
        look = Look.FRESH
    else:
        look = Look.PLAIN
    return Face(
        int(tile.tile.openings),
        int(tile.plus),
        signs_of(tile.tile, built=True),
        look,
        tile.outer,
        ground,
    )
