"""What the people of a group mean to do."""

from collections.abc import Container
from dataclasses import dataclass

from playground.luck import Luck


@dataclass(frozen=True, slots=True)
class Plan:
    """How many play, and when somebody gives up."""

    people: int
    """One plays against computers, or alone where the game is for one."""
    rivals: int
    resigns_after: int | None
    """After how many presses the last of them gives up; None: never."""


PEOPLE = {1: 4.0, 2: 6.0, 3: 1.5, 4: 0.5}
"""How often so many people play together."""
WHOLE = 0.15
"""How many of the groups play to the end by the rules; in the others somebody gives up before."""


def plan(luck: Luck, seats: Container[int] = range(1, 5)) -> Plan:
    """What the people of a group mean to do, of a game for so many."""
    people = luck.weighted({n: often for n, often in PEOPLE.items() if n == 1 or n in seats})
    whole = luck.chance(WHOLE)
    return Plan(people, 1 + luck.below(2), None if whole else 2 + luck.below(12))


def brief_plan(luck: Luck) -> Plan:
    """A match that soon ends by resigning."""
    return Plan(luck.pick((1, 2, 2)), 1, 5 + luck.below(8))
