"""The tournaments of a storm."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from playground.luck import Luck


@dataclass(frozen=True, slots=True)
class CupPlan:
    options: Mapping[str, object]
    """The options of `/tournament create`, without the name."""
    people: int
    presses: int
    unruly: bool
    """Whether the moderator interferes, and players withdraw."""
    seasons: int = 0


KNOCKOUT: Mapping[str, object] = {"format": "knockout"}
OTHERS: tuple[tuple[Mapping[str, object], tuple[int, ...]], ...] = (
    ({"format": "swiss", "rounds": 2}, (4, 5, 6)),
    ({"format": "swiss", "rounds": 3}, (4, 5, 6)),
    ({"format": "round robin"}, (4,)),
    ({"format": "knockout", "seeding": "lot"}, (5, 6)),
    ({"format": "swiss", "rounds": 2, "seats": 3}, (5, 6, 7)),
    ({"format": "swiss", "rounds": 2, "seats": 4}, (7, 8)),
    ({"format": "round robin", "seats": 3}, (5,)),
    ({"format": "knockout", "seats": 3}, (5, 6)),
    ({"format": "knockout", "seats": 4}, (6, 7)),
    ({"format": "groups", "seats": 4, "advance": 2}, (8, 9)),
)
"""Options with possible numbers of players. Some numbers cause byes, or tables with an empty seat.
"""
LEAGUES: tuple[tuple[Mapping[str, object], tuple[int, ...], int], ...] = (
    ({"format": "league", "seats": 4}, (8,), 3),
    ({"format": "league", "seats": 4}, (9,), 1),
    ({"format": "league", "seats": 3}, (8,), 1),
)
"""Options, possible numbers of players, and finished seasons before the end.

All have two groups, so that players are promoted and relegated. A season has 2, 7 or 12 matches.
"""
STARTS = 48
"""Hours until an automatic start, which the moderator can move."""


def cup_plans(luck: Luck, seats: Container[int], *, brief: bool) -> list[CupPlan]:
    first = CupPlan(KNOCKOUT, 4, 1, unruly=not brief)
    if brief:
        return [first]
    options, people = luck.pick(
        [candidate for candidate in OTHERS if candidate[0].get("seats", 2) in seats]
    )
    plans = [first, CupPlan({"starts_in": STARTS, **options}, luck.pick(people), 2, unruly=True)]
    leagues = [candidate for candidate in LEAGUES if candidate[0]["seats"] in seats]
    if leagues:
        options, people, seasons = luck.pick(leagues)
        plans.append(CupPlan(options, luck.pick(people), 1, unruly=True, seasons=seasons))
    return plans
