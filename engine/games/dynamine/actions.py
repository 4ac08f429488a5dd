"""Actions of a seat and their notation."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from engine.games.dynamine.content import Content
from engine.games.dynamine.state import Cell


@dataclass(frozen=True, slots=True)
class Guess:
    number: int | None


class SimpleAction(Enum):
    """Actions without a choice; the values are their notation."""

    REROLL = "reroll"
    """Roll again instead of accepting the result."""
    CALL_RAVEN = "raven"
    """Use Cave Raven: roll once more."""
    SPEND_PLUS = "plus"
    """Spend a +1 token."""
    DONE = "done"
    """End the turn."""


@dataclass(frozen=True, slots=True)
class TakeCard:
    card: int


@dataclass(frozen=True, slots=True)
class Take:
    """Build the top tile of this pile; its cell follows."""

    pile: int


@dataclass(frozen=True, slots=True)
class Move:
    """Move the tile in this cell; its new cell follows."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Place:
    cell: Cell


Action = Guess | SimpleAction | TakeCard | Take | Move | Place

_CELL = re.compile(r"([1-9][0-9]{0,2})\.(0|-?[1-9][0-9]{0,2})")


def cell_name(cell: Cell) -> str:
    """Return a cell's name, for example ``2.-1`` for level 2, column -1."""
    return f"{cell[0]}.{cell[1]}"


def cell_named(name: str) -> Cell | None:
    parts = _CELL.fullmatch(name)
    return None if parts is None else (int(parts[1]), int(parts[2]))


def notation(content: Content, action: Action) -> str:
    match action:
        case Guess(number):
            return f"guess {'none' if number is None else number}"
        case SimpleAction():
            return action.value
        case TakeCard(card):
            return f"card {content.cards[card].name.value}"
        case Take(pile):
            return f"take {content.piles[pile].name}"
        case Move(cell):
            return f"move {cell_name(cell)}"
        case Place(cell):
            return f"place {cell_name(cell)}"
        case _:
            assert_never(action)
