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
    """Number of presses after which the last player resigns, or None."""


PEOPLE = {1: 4.0, 2: 6.0, 3: 1.5, 4: 0.5}
"""Weights of the numbers of players."""
TO_THE_END = 0.15
"""Share of groups that play to the end; in the others a player resigns."""


def plan(luck: Luck, seats: Container[int] = range(1, 5)) -> TablePlan:
    people = luck.weighted({n: weight for n, weight in PEOPLE.items() if n == 1 or n in seats})
    resigns_after = None if luck.chance(TO_THE_END) else 2 + luck.below(12)
    return TablePlan(people, 1 + luck.below(2), resigns_after)


def brief_plan(luck: Luck) -> TablePlan:
    return TablePlan(luck.pick((1, 2, 2)), 1, 5 + luck.below(8))
