"""What can lie where: open ends of a mine, places for a tile, outer tiles. All of it is cached."""

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
"""Each side: level and column of the neighbour there, and the neighbour's side that it meets."""
_KEPT = 4096


@dataclass(frozen=True, slots=True)
class Spot:
    """An empty cell to which a mine is open."""

    cell: Cell
    known: Side
    """The sides on which a tile or the entrance lies."""
    open: Side
    """Those of them that are open towards it."""

    def fits(self, openings: Side) -> bool:
        """Whether a tile with these openings can be placed here."""
        return openings & self.known == self.open


def cells(mine: Mine) -> dict[Cell, Placed]:
    """The tiles by cell, without the entrance."""
    return {placed.cell: placed for placed in mine}


def neighbours(cell: Cell) -> tuple[tuple[Side, Cell, Side], ...]:
    """The four cells around: the side there, the cell, its side that is met."""
    level, column = cell
    return tuple((side, (level + down, column + east), met) for side, down, east, met in _STEPS)


def openings_by_cell(content: Content, mine: Mine) -> dict[Cell, Side]:
    """The openings of all that lies in a mine, the entrance too."""
    found = {placed.cell: content.tiles[placed.tile].openings for placed in mine}
    found[ENTRANCE] = content.entrance
    return found


@lru_cache(_KEPT)
def spots(content: Content, mine: Mine) -> tuple[Spot, ...]:
    """All cells to which the mine is open, by level, then column (dynamine.md, Placing)."""
    lying = openings_by_cell(content, mine)
    known: dict[Cell, Side] = {}
    opened: dict[Cell, Side] = {}
    for cell, openings in lying.items():
        for side, other, met in neighbours(cell):
            if other in lying or other[0] < 1:
                continue
            known[other] = known.get(other, NO_SIDE) | met
            if side in openings:
                opened[other] = opened.get(other, NO_SIDE) | met
    return tuple(Spot(cell, known[cell], opened[cell]) for cell in sorted(opened))


@lru_cache(_KEPT)
def fitting(content: Content, mine: Mine) -> frozenset[Side]:
    """The openings with which a tile can be placed somewhere in the mine."""
    there = spots(content, mine)
    every = (Side(bits) for bits in range(1, 16))
    return frozenset(one for one in every if any(spot.fits(one) for spot in there))


def places(content: Content, mine: Mine, tile: int) -> tuple[Spot, ...]:
    """Where a tile can be placed, by level, then column."""
    openings = content.tiles[tile].openings
    return tuple(spot for spot in spots(content, mine) if spot.fits(openings))


def without(mine: Mine, cell: Cell) -> Mine:
    """The mine without the tile in that cell."""
    return tuple(placed for placed in mine if placed.cell != cell)


def joined(content: Content, mine: Mine) -> frozenset[Cell]:
    """All cells that are joined to the entrance through openings, itself too."""
    lying = openings_by_cell(content, mine)
    found = {ENTRANCE}
    todo = [ENTRANCE]
    while todo:
        cell = todo.pop()
        for side, other, met in neighbours(cell):
            if (
                other not in found
                and other in lying
                and side in lying[cell]
                and met in lying[other]
            ):
                found.add(other)
                todo.append(other)
    return frozenset(found)


@lru_cache(_KEPT)
def outer(content: Content, mine: Mine) -> tuple[Cell, ...]:
    """The outer tiles, by level, then column (dynamine.md, Placing)."""
    return tuple(placed.cell for placed in mine if _is_outer(content, mine, placed.cell))


def _is_outer(content: Content, mine: Mine, cell: Cell) -> bool:
    return len(joined(content, without(mine, cell))) == len(mine)


@lru_cache(_KEPT)
def movable(content: Content, mine: Mine) -> tuple[tuple[Cell, tuple[Cell, ...]], ...]:
    """The outer tiles that have another legal place, each with these, by level, then column."""
    lying = cells(mine)
    found = []
    for cell in outer(content, mine):
        there = places(content, without(mine, cell), lying[cell].tile)
        ends = tuple(spot.cell for spot in there if spot.cell != cell)
        if ends:
            found.append((cell, ends))
    return tuple(found)


def joins(content: Content, mine: Mine, cell: Cell) -> tuple[Cell, ...]:
    """The cells that a tile of the mine is open to, the entrance's too, in the order N E S W."""
    lying = openings_by_cell(content, mine)
    around = neighbours(cell)
    return tuple(other for side, other, _ in around if side in lying[cell] and other in lying)


@dataclass(frozen=True, slots=True)
class Joining:
    """What placing a tile leads to."""

    mine: Mine
    bonus: int
    """How many +1 openings of other tiles it joins for the first time."""


def place(content: Content, mine: Mine, new: Placed) -> Joining:
    """The mine with one more tile; the +1 openings that it joins are spent, its own too."""
    lying = cells(mine)
    openings = content.tiles[new.tile].openings
    plus = new.plus
    bonus = 0
    for side, other, met in neighbours(new.cell):
        if side not in openings or (other not in lying and other != ENTRANCE):
            continue
        plus &= ~side
        if other in lying and met in lying[other].plus:
            bonus += 1
            lying[other] = replace(lying[other], plus=lying[other].plus & ~met)
    lying[new.cell] = replace(new, plus=plus)
    return Joining(tuple(lying[cell] for cell in sorted(lying)), bonus)
