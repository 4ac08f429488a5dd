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


WHOLE = 0.15
"""How many of the tables play to the end by the rules; at the others somebody gives up before."""


def plan(luck: Luck) -> Plan:
    """What the people of a table mean to do."""
    people = luck.weighted({1: 4, 2: 6, 3: 1.5, 4: 0.5})
    whole = luck.chance(WHOLE)
    return Plan(people, 1 + luck.below(2), None if whole else 2 + luck.below(12))


def brief_plan(luck: Luck) -> Plan:
    """A match that soon ends by resigning."""
    return Plan(luck.pick((1, 2, 2)), 1, 5 + luck.below(8))
