"""Why a tile can't be taken, placed or moved now: the rule that stands against it, and the facts.

`legal_actions` alone says what is allowed; here a reason is worked out for what is not, from the
same State. Exactly one of the two is there for each pile and cell (tests/laws/test_dynamine.py).
"""

from dataclasses import dataclass
from enum import Enum, auto

from engine.core.types import Seat
from engine.games.dynamine import mines
from engine.games.dynamine.content import NO_SIDE, Content, Side
from engine.games.dynamine.phases import build
from engine.games.dynamine.state import (
    ENTRANCE,
    Building,
    Cell,
    Finished,
    Mine,
    Moving,
    Placing,
    State,
)


class Because(Enum):
    """The rules that stand against taking, placing or moving a tile (dynamine.md)."""

    OVER = auto()
    """The match is over."""
    NOT_YOUR_TURN = auto()
    ROLL_FIRST = auto()
    """The die is rolled before anything is built; perhaps a guess comes first."""
    PLACE_FIRST = auto()
    """A tile has been taken or is being moved; it is placed first, or taken back."""
    NOTHING_TO_PLACE = auto()
    """No tile has been taken yet."""
    EMPTY_PILE = auto()
    TOO_DEAR = auto()
    """It costs more than what is left of the budget."""
    NO_PLACE = auto()
    """It can be paid, but fits nowhere in the mine."""
    ABOVE_GROUND = auto()
    """The mine begins at level 1."""
    OCCUPIED = auto()
    """A tile or the entrance lies there."""
    OWN_CELL = auto()
    """The tile that is moved lies there."""
    FAR_AWAY = auto()
    """No tile of the mine lies beside it."""
    WALL = auto()
    """On some side one of two tiles is open and the other closed."""
    NOT_JOINED = auto()
    """Wherever it touches a tile, both are closed."""
    NO_RIGHT = auto()
    """Nothing allows a move in this turn, or no longer."""
    ENTRANCE = auto()
    """The entrance is never moved."""
    NO_TILE = auto()
    """No tile lies there."""
    NOT_OUTER = auto()
    """Without it other tiles would be cut off from the entrance."""
    NOWHERE_ELSE = auto()
    """It fits nowhere else in the mine."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something can't be done now."""

    because: Because
    cost: int | None = None
    """Of the tile, if it is too dear."""
    budget: int | None = None
    """What is left, if the tile is too dear."""
    sides: Side = NO_SIDE
    """On which sides of the cell open meets closed, if walls are in the way."""
    cut_off: tuple[Cell, ...] = ()
    """The tiles that would be cut off, if it is no outer tile."""


def why_not_take(content: Content, state: State, seat: Seat, pile: int) -> Reason | None:
    """Why the top tile of the pile can't be taken; None if it can."""
    if (reason := _not_building(state, seat)) is not None:
        return reason
    tile, budget = build.top(content, state, pile), state.turn.budget
    assert budget is not None, "building follows a roll"
    if tile is None:
        return Reason(Because.EMPTY_PILE)
    cost = content.piles[pile].cost
    if cost > budget:
        return Reason(Because.TOO_DEAR, cost=cost, budget=budget)
    if not mines.places(content, state.players[seat].mine, tile):
        return Reason(Because.NO_PLACE)
    return None


def why_not_move(content: Content, state: State, seat: Seat, cell: Cell) -> Reason | None:
    """Why the tile in the cell can't be moved; None if it can."""
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
    """Why the tile on its way can't be placed in the cell; None if it can."""
    stage = state.stage
    if isinstance(stage, Building) and stage.seat == seat:
        return Reason(Because.NOTHING_TO_PLACE)
    if not isinstance(stage, Placing | Moving) or stage.seat != seat:
        return _not_building(state, seat)
    mine = state.players[seat].mine
    if isinstance(stage, Moving):
        if cell == stage.cell:
            return Reason(Because.OWN_CELL)
        tile: int | None = mines.cells(mine)[stage.cell].tile
        mine = mines.without(mine, stage.cell)
    else:
        tile = build.top(content, state, stage.pile)
    assert tile is not None, "a tile is on its way"
    return _not_here(content, mine, content.tiles[tile].openings, cell)


def _not_here(content: Content, mine: Mine, openings: Side, cell: Cell) -> Reason | None:
    lying = mines.openings_by_cell(content, mine)
    if cell in lying:
        return Reason(Because.OCCUPIED)
    if cell[0] < 1:
        return Reason(Because.ABOVE_GROUND)
    beside = [(side, met in lying[o]) for side, o, met in mines.neighbours(cell) if o in lying]
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
    """Why the seat can't begin to build or move anything now; None if it can."""
    match state.stage:
        case Finished():
            return Reason(Because.OVER)
        case _ if state.acting != seat:
            return Reason(Because.NOT_YOUR_TURN)
        case Building():
            return None
        case Placing() | Moving():
            return Reason(Because.PLACE_FIRST)
        case _:
            return Reason(Because.ROLL_FIRST)
