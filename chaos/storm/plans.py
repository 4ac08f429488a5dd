"""Plans for groups: how many players, and when one resigns."""

from collections.abc import Container
from dataclasses import dataclass

from playground.luck import Luck


@dataclass(frozen=True, slots=True)
class TablePlan:
    people: int
    """A single person plays against computers, or alone in a game for one."""
    rivals: int
    resigns_after: int | None
    """Number of presses after which the last player resigns; None for never."""


PEOPLE = {1: 4.0, 2: 6.0, 3: 1.5, 4: 0.5}
WHOLE = 0.15
"""Part of the groups that plays to the end; in the others a player resigns."""


def plan(luck: Luck, seats: Container[int] = range(1, 5)) -> TablePlan:
    people = luck.weighted({n: often for n, often in PEOPLE.items() if n == 1 or n in seats})
    to_the_end = luck.chance(WHOLE)
    return TablePlan(people, 1 + luck.below(2), None if to_the_end else 2 + luck.below(12))


def brief_plan(luck: Luck) -> TablePlan:
    return TablePlan(luck.pick((1, 2, 2)), 1, 5 + luck.below(8))
