"""What a seat decides, and its notation."""

import re
from dataclasses import dataclass
from typing import assert_never

from engine.games.dynamine.content import Content
from engine.games.dynamine.state import Cell


@dataclass(frozen=True, slots=True)
class Guess:
    """Say what the die will show; None: say nothing."""

    number: int | None


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll again in place of the result."""


@dataclass(frozen=True, slots=True)
class CallRaven:
    """Use Cave Raven: roll once more."""


@dataclass(frozen=True, slots=True)
class SpendPlus:
    """Spend a +1 token."""


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take this card."""

    card: int


@dataclass(frozen=True, slots=True)
class Take:
    """Build the top tile of this pile; its place follows."""

    pile: int


@dataclass(frozen=True, slots=True)
class Move:
    """Move the tile in this cell; its new place follows."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Place:
    """Place the tile that was taken or is moved."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Done:
    """End the turn."""


Action = Guess | Reroll | CallRaven | SpendPlus | TakeCard | Take | Move | Place | Done

_CELL = re.compile(r"([1-9][0-9]{0,2})\.(0|-?[1-9][0-9]{0,2})")


def cell_name(cell: Cell) -> str:
    """Level, dot, column with its sign, for example ``2.-1``."""
    return f"{cell[0]}.{cell[1]}"


def cell_named(name: str) -> Cell | None:
    """The cell of that name; None if it is spelled otherwise."""
    found = _CELL.fullmatch(name)
    return None if found is None else (int(found[1]), int(found[2]))


def notation(content: Content, action: Action) -> str:
    """The Action as a token, for example ``take B3`` (dynamine.md, Notation)."""
    match action:
        case Guess(number):
            return f"guess {'none' if number is None else number}"
        case Reroll():
            return "reroll"
        case CallRaven():
            return "raven"
        case SpendPlus():
            return "plus"
        case TakeCard(card):
            return f"card {content.cards[card].name.value}"
        case Take(pile):
            return f"take {content.piles[pile].name}"
        case Move(cell):
            return f"move {cell_name(cell)}"
        case Place(cell):
            return f"place {cell_name(cell)}"
        case Done():
            return "done"
        case _:
            assert_never(action)
