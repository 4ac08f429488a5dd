"""Geometry of a mine: open ends, legal cells for a tile, outer tiles. Results are cached."""

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.games.dynamine.content import NO_SIDE, Content, Side
from engine.games.dynamine.state import ENTRANCE, Cell, Mine, Placed

_STEPS: tuple[tuple[Side, int, int, Side], ...] = (
    (Side.N, -1, 0, Side.S),
    (Side.E, 0, 1, Side.W),
    (Side.S, 1, 0, Side.N),
    (Side.W, 0, -1, Side.E),
)
"""For each side: the neighbour's offset in level and column, and the neighbour's side that faces
it.
"""
KEPT = 256
"""Number of mines whose facts each cache keeps, at about a kilobyte. A search asks again about the
same few.
"""


@dataclass(frozen=True, slots=True)
class Spot:
    cell: Cell
    known: Side
    """Sides with a neighbouring tile or the entrance."""
    open: Side
    """Sides of `known` whose neighbour is open towards the cell."""

    def fits(self, openings: Side) -> bool:
        return openings & self.known == self.open


def cells(mine: Mine) -> dict[Cell, Placed]:
    return {placed.cell: placed for placed in mine}


def neighbours(cell: Cell) -> tuple[tuple[Side, Cell, Side], ...]:
    level, column = cell
    return tuple(
        (side, (level + down, column + east), facing) for side, down, east, facing in _STEPS
    )


def openings_by_cell(content: Content, mine: Mine) -> dict[Cell, Side]:
    openings = {placed.cell: content.tiles[placed.tile].openings for placed in mine}
    openings[ENTRANCE] = content.entrance
    return openings


@lru_cache(KEPT)
def spots(content: Content, mine: Mine) -> tuple[Spot, ...]:
    """Return all cells that border an opening, by level, then column (dynamine.md, Placing)."""
    openings_of = openings_by_cell(content, mine)
    known_sides: dict[Cell, Side] = {}
    opened: dict[Cell, Side] = {}
    for cell, openings in openings_of.items():
        for side, other, facing in neighbours(cell):
            if other in openings_of or other[0] < 1:
                continue
            known_sides[other] = known_sides.get(other, NO_SIDE) | facing
            if side in openings:
                opened[other] = opened.get(other, NO_SIDE) | facing
    return tuple(Spot(cell, known_sides[cell], opened[cell]) for cell in sorted(opened))


@lru_cache(KEPT)
def fitting(content: Content, mine: Mine) -> frozenset[Side]:
    open_cells = spots(content, mine)
    every = (Side(bits) for bits in range(1, 16))
    return frozenset(
        openings for openings in every if any(spot.fits(openings) for spot in open_cells)
    )


def places(content: Content, mine: Mine, tile: int) -> tuple[Spot, ...]:
    openings = content.tiles[tile].openings
    return tuple(spot for spot in spots(content, mine) if spot.fits(openings))


def without(mine: Mine, cell: Cell) -> Mine:
    return tuple(placed for placed in mine if placed.cell != cell)


def joined(content: Content, mine: Mine) -> frozenset[Cell]:
    openings_of = openings_by_cell(content, mine)
    connected = {ENTRANCE}
    todo = [ENTRANCE]
    while todo:
        cell = todo.pop()
        for side, other, facing in neighbours(cell):
            if (
                other not in connected
                and other in openings_of
                and side in openings_of[cell]
                and facing in openings_of[other]
            ):
                connected.add(other)
                todo.append(other)
    return frozenset(connected)


def outer(content: Content, mine: Mine) -> tuple[Cell, ...]:
    return tuple(placed.cell for placed in mine if _is_outer(content, mine, placed.cell))


def _is_outer(content: Content, mine: Mine, cell: Cell) -> bool:
    return len(joined(content, without(mine, cell))) == len(mine)


@lru_cache(KEPT)
def movable(content: Content, mine: Mine) -> tuple[tuple[Cell, tuple[Cell, ...]], ...]:
    """Return the outer tiles that fit elsewhere, each with those cells, by level, then column."""
    tiles = cells(mine)
    movable_tiles = []
    for cell in outer(content, mine):
        destinations = places(content, without(mine, cell), tiles[cell].tile)
        ends = tuple(spot.cell for spot in destinations if spot.cell != cell)
        if ends:
            movable_tiles.append((cell, ends))
    return tuple(movable_tiles)


def joins(content: Content, mine: Mine, cell: Cell) -> tuple[Cell, ...]:
    openings_of = openings_by_cell(content, mine)
    around = neighbours(cell)
    return tuple(
        other for side, other, _ in around if side in openings_of[cell] and other in openings_of
    )


def place(content: Content, mine: Mine, new: Placed) -> tuple[Mine, int]:
    """Add a tile to the mine. Each +1 opening that it joins is used up, including its own.

    Return the new mine, and the number of +1 openings of other tiles that it joins for the first
    time.
    """
    tiles = cells(mine)
    openings = content.tiles[new.tile].openings
    plus = new.plus
    bonus = 0
    for side, other, facing in neighbours(new.cell):
        if side not in openings or (other not in tiles and other != ENTRANCE):
            continue
        plus &= ~side
        if other in tiles and facing in tiles[other].plus:
            bonus += 1
            tiles[other] = replace(tiles[other], plus=tiles[other].plus & ~facing)
    tiles[new.cell] = replace(new, plus=plus)
    return tuple(tiles[cell] for cell in sorted(tiles)), bonus
