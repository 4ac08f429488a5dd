"""Actions of a seat and their notation."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from engine.core.types import Seat
from engine.games.dice_miner.content import Content, HeroName


@dataclass(frozen=True, slots=True)
class ChooseHero:
    hero: HeroName


@dataclass(frozen=True, slots=True)
class Take:
    die: int


@dataclass(frozen=True, slots=True)
class Salud:
    die: int
    friend: Seat


class SimpleAction(Enum):
    """Actions without a choice; the values are their notation."""

    STOP = "stop"
    """Decline the second die after ¡Salud!."""
    PASS = "pass"  # noqa: S105
    """Spend no more magic in this phase."""
    DONE = "done"
    """Keep no more dice."""


@dataclass(frozen=True, slots=True)
class Spend:
    die: int


@dataclass(frozen=True, slots=True)
class SpendHero:
    """Spend one of the hero's magic faces, which are numbered from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Reroll:
    """Choose one die to reroll with the source just spent."""

    die: int


@dataclass(frozen=True, slots=True)
class Keep:
    die: int


Action = ChooseHero | Take | Salud | Spend | SpendHero | Reroll | Keep | SimpleAction


def notation(content: Content, action: Action) -> str:
    match action:
        case ChooseHero(hero):
            return f"hero {hero.value}"
        case Take(die):
            return f"take {content.name(die)}"
        case Salud(die, friend):
            return f"salud {content.name(die)} {friend}"
        case Spend(die):
            return f"spend {content.name(die)}"
        case SpendHero(number):
            return f"spend hero{number}"
        case Reroll(die):
            return f"reroll {content.name(die)}"
        case Keep(die):
            return f"keep {content.name(die)}"
        case SimpleAction():
            return action.value
        case _:
            assert_never(action)
