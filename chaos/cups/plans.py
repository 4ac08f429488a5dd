"""What a tournament of a storm is to be."""

from collections.abc import Mapping
from dataclasses import dataclass

from playground.luck import Luck


@dataclass(frozen=True, slots=True)
class CupPlan:
    """Its terms, how many take part, and how long they play."""

    options: Mapping[str, object]
    """Those of `/tournament create`, but for the name."""
    people: int
    """As many as its moderator waits for."""
    presses: int
    """After how many presses somebody gives up a match."""
    unruly: bool
    """Whether the moderator decides what rules would decide, and people withdraw."""


KNOCKOUT: Mapping[str, object] = {"format": "knockout"}
OTHERS: tuple[tuple[Mapping[str, object], tuple[int, ...]], ...] = (
    ({"format": "swiss", "rounds": 2}, (4, 5, 6)),
    ({"format": "swiss", "rounds": 3}, (4, 5, 6)),
    ({"format": "round robin"}, (4,)),
    ({"format": "knockout", "seeding": "lot"}, (5, 6)),
)
"""Each with how many may take part; an odd number means byes."""
STARTS = 48
"""In how many hours the second would start by itself, so that a moderator can move that time."""


def cup_plans(luck: Luck, *, brief: bool) -> list[CupPlan]:
    """The tournaments of one storm: a knockout of four and, unless it is brief, another one."""
    first = CupPlan(KNOCKOUT, 4, 1, unruly=not brief)
    if brief:
        return [first]
    options, people = luck.pick(OTHERS)
    return [first, CupPlan({"starts_in": STARTS, **options}, luck.pick(people), 2, unruly=True)]
