"""Reasons why a tile can't be taken, placed or moved now: the rule, and the facts.

Only `legal_actions` decides legality. This module derives a reason for all other cases from the
same State. Each pile and cell is either legal or has a reason (tests/laws/test_dynamine.py).
"""

from dataclasses import dataclass
from enum import Enum, auto

from engine.core.types import Seat
from engine.games.dynamine import mines
from engine.games.dynamine.content import NO_SIDE, Content, Side
from engine.games.dynamine.phases import build
from engine.games.dynamine.state import ENTRANCE, Cell, Mine, Moving, Placing, SimpleStage, State


class Because(Enum):
    """Rules that forbid taking, placing or moving a tile (dynamine.md)."""

    OVER = auto()
    NOT_YOUR_TURN = auto()
    ROLL_FIRST = auto()
    """The seat must roll before building; sometimes a guess comes first."""
    PLACE_FIRST = auto()
    NOTHING_TO_PLACE = auto()
    EMPTY_PILE = auto()
    FACE_DOWN = auto()
    """This turn has built from the pile, and its next tile is face down."""
    TOO_DEAR = auto()
    NO_PLACE = auto()
    """It is affordable but fits nowhere in the mine."""
    ABOVE_GROUND = auto()
    OCCUPIED = auto()
    OWN_CELL = auto()
    FAR_AWAY = auto()
    WALL = auto()
    """An opening would meet a closed side."""
    NOT_JOINED = auto()
    """It would touch other tiles only at closed sides."""
    NO_RIGHT = auto()
    ENTRANCE = auto()
    NO_TILE = auto()
    NOT_OUTER = auto()
    """Other tiles would lose their connection to the entrance."""
    NOWHERE_ELSE = auto()


@dataclass(frozen=True, slots=True)
class Reason:
    because: Because
    cost: int | None = None
    budget: int | None = None
    sides: Side = NO_SIDE
    """For WALL, the sides of the cell where an opening would meet a closed side."""
    cut_off: tuple[Cell, ...] = ()
    """For NOT_OUTER, the tiles that would lose their connection."""


def why_not_take(content: Content, state: State, seat: Seat, pile: int) -> Reason | None:
    if (reason := _not_building(state, seat)) is not None:
        return reason
    tile, budget = state.tops[pile], state.turn.budget
    assert budget is not None, "building needs a roll"
    if tile is None:
        return Reason(Because.FACE_DOWN if state.piles[pile] else Because.EMPTY_PILE)
    cost = content.piles[pile].cost
    if cost > budget:
        return Reason(Because.TOO_DEAR, cost=cost, budget=budget)
    if not mines.places(content, state.players[seat].mine, tile):
        return Reason(Because.NO_PLACE)
    return None


def why_not_move(content: Content, state: State, seat: Seat, cell: Cell) -> Reason | None:
    if (reason := _not_building(state, seat)) is not None:
        return reason
    if not build.rights(content, state, seat):
        return Reason(Because.NO_RIGHT)
    mine = state.players[seat].mine
    if cell == ENTRANCE:
        return Reason(Because.ENTRANCE)
    if cell not in mines.cells(mine):
        return Reason(Because.NO_TILE)
    left = mines.without(mine, cell)
    cut_off = tuple(sorted(set(mines.cells(left)) - mines.joined(content, left)))
    if cut_off:
        return Reason(Because.NOT_OUTER, cut_off=cut_off)
    if cell not in dict(mines.movable(content, mine)):
        return Reason(Because.NOWHERE_ELSE)
    return None


def why_not_place(content: Content, state: State, seat: Seat, cell: Cell) -> Reason | None:
    stage = state.stage
    if stage is SimpleStage.BUILDING and state.acting == seat:
        return Reason(Because.NOTHING_TO_PLACE)
    if not isinstance(stage, Placing | Moving) or state.acting != seat:
        return _not_building(state, seat)
    mine = state.players[seat].mine
    if isinstance(stage, Moving):
        if cell == stage.cell:
            return Reason(Because.OWN_CELL)
        tile: int | None = mines.cells(mine)[stage.cell].tile
        mine = mines.without(mine, stage.cell)
    else:
        tile = state.tops[stage.pile]
    assert tile is not None, "a tile must have been taken or picked up"
    return _not_here(content, mine, content.tiles[tile].openings, cell)


def _not_here(content: Content, mine: Mine, openings: Side, cell: Cell) -> Reason | None:
    lying = mines.openings_by_cell(content, mine)
    if cell in lying:
        return Reason(Because.OCCUPIED)
    if cell[0] < 1:
        return Reason(Because.ABOVE_GROUND)
    beside = [
        (side, facing in lying[o]) for side, o, facing in mines.neighbours(cell) if o in lying
    ]
    if not beside:
        return Reason(Because.FAR_AWAY)
    walls = NO_SIDE
    for side, is_open in beside:
        if is_open != (side in openings):
            walls |= side
    if walls:
        return Reason(Because.WALL, sides=walls)
    return None if any(is_open for _, is_open in beside) else Reason(Because.NOT_JOINED)


def _not_building(state: State, seat: Seat) -> Reason | None:
    match state.stage:
        case SimpleStage.FINISHED:
            return Reason(Because.OVER)
        case _ if state.acting != seat:
            return Reason(Because.NOT_YOUR_TURN)
        case SimpleStage.BUILDING:
            return None
        case Placing() | Moving():
            return Reason(Because.PLACE_FIRST)
        case _:
            return Reason(Because.ROLL_FIRST)
