"""What a tournament of a storm is to be."""

from collections.abc import Container, Mapping
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
    seasons: int = 0
    """After how many seasons of a league the moderator ends it."""


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
"""Each with how many may take part. Some numbers mean byes, or tables with a seat less."""
LEAGUES: tuple[tuple[Mapping[str, object], tuple[int, ...], int], ...] = (
    ({"format": "league", "seats": 4}, (8,), 3),
    ({"format": "league", "seats": 4}, (9,), 1),
    ({"format": "league", "seats": 3}, (8,), 1),
)
"""Each with how many may take part, and after how many seasons it is ended in the next one. All
have two groups, so that players are promoted and relegated. A season has 2, 7 or 12 matches."""
STARTS = 48
"""In how many hours the second would start by itself, so that a moderator can move that time."""


def cup_plans(luck: Luck, seats: Container[int], *, brief: bool) -> list[CupPlan]:
    """Draw the tournaments of one storm, of a game for so many.

    These are a knockout of four and, unless the storm is brief, another tournament and a league.
    """
    first = CupPlan(KNOCKOUT, 4, 1, unruly=not brief)
    if brief:
        return [first]
    options, people = luck.pick([one for one in OTHERS if one[0].get("seats", 2) in seats])
    plans = [first, CupPlan({"starts_in": STARTS, **options}, luck.pick(people), 2, unruly=True)]
    leagues = [one for one in LEAGUES if one[0]["seats"] in seats]
    if leagues:
        options, people, seasons = luck.pick(leagues)
        plans.append(CupPlan(options, luck.pick(people), 1, unruly=True, seasons=seasons))
    return plans
