"""Actions of the player and their notation."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from engine.games.dice_grid.content import Content


@dataclass(frozen=True, slots=True)
class At:
    square: int


@dataclass(frozen=True, slots=True)
class Write:
    type: int


@dataclass(frozen=True, slots=True)
class Cross:
    number: int


@dataclass(frozen=True, slots=True)
class ChooseDie:
    type: int


@dataclass(frozen=True, slots=True)
class Go:
    square: int
    steps: int


class SimpleAction(Enum):
    """Actions without a choice; the values are their notation."""

    USE_STAR = "star"
    """Use a star instead of the result."""
    END = "end"
    """End the match and keep the stars."""


Action = At | Write | Cross | ChooseDie | Go | SimpleAction


def notation(content: Content, action: Action) -> str:
    match action:
        case At(square):
            return f"at {content.square_name(square)}"
        case Write(type_):
            return f"write {content.dice[type_].name}"
        case Cross(number):
            return f"cross {number}"
        case ChooseDie(type_):
            return f"die {content.dice[type_].name}"
        case Go(square, steps):
            return f"go {content.square_name(square)} {steps}"
        case SimpleAction():
            return action.value
        case _:
            assert_never(action)
