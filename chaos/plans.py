"""What the people of a table mean to do."""

from dataclasses import dataclass

from playground.luck import Luck


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays, and what they mean to do."""

    people: int
    """One plays against computers."""
    rivals: int
    resigns_after: int | None
    """After how many presses the last of them gives up; None: never."""


def plan(luck: Luck) -> Plan:
    """What the people of a table mean to do."""
    people = luck.weighted({1: 3, 2: 5, 3: 2, 4: 1})
    gives_up = luck.chance(0.15)
    return Plan(people, 1 + luck.below(2), 3 + luck.below(40) if gives_up else None)


def brief_plan(luck: Luck) -> Plan:
    """A match that soon ends by resigning."""
    return Plan(luck.pick((1, 2, 2)), 1, 5 + luck.below(8))
