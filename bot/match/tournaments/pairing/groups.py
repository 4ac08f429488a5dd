"""Groups of a group stage and of a league."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.match.tournaments.pairing.knockout import first_round
from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.matching import assign_columns
from bot.match.tournaments.pairing.seating import deal

Group = tuple[int, ...]

LEAST, MOST = 4, 8
_LATE = 8
"""More rounds than any knockout has."""


def deal_groups(order: Sequence[int], size: int, least: int = 4) -> tuple[Group, ...]:
    return deal(order, _groups(len(order), size, least, len(order))) if order else ()


def divisions(ladder: Sequence[int], size: int) -> tuple[Group, ...]:
    """Cut a league's ladder into groups of about `size`, the highest first and largest first."""
    if not ladder:
        return ()
    groups = _groups(len(ladder), min(max(size, LEAST), MOST), LEAST, MOST)
    smallest, larger = divmod(len(ladder), groups)
    slices, first = [], 0
    for group in range(groups):
        last = first + smallest + (group < larger)
        slices.append(tuple(ladder[first:last]))
        first = last
    return tuple(slices)


def advancing(groups: Sequence[Sequence[int]], each: int, seats: int = 2) -> tuple[int, ...]:
    """Return the seed order of a knockout for the best `each` of every group, given in final order.

    All winners come before all runners-up, and so on. Players of one group meet as late as
    possible: at tables of two often only in the final. At larger tables only the first round is
    considered.
    """
    tiers = [
        [(group, people[place]) for group, people in enumerate(groups) if place < len(people)]
        for place in range(each)
    ]
    table_of = {
        place: table
        for table, people in enumerate(first_round(range(sum(map(len, tiers))), seats))
        for place in people
    }
    order: list[int] = []
    taken: dict[int, list[int]] = {group: [] for group in range(len(groups))}
    for tier in tiers:
        begin = len(order)
        places = range(begin, begin + len(tier))
        if begin:
            columns = assign_columns(
                _costs(places, [taken[group] for group, _ in tier], table_of, seats)
            )
            places_of = [places[column] for column in columns]
        else:
            places_of = list(places)
        for place, (group, person) in sorted(zip(places_of, tier, strict=True)):
            order.append(person)
            taken[group].append(place)
    return tuple(order)


def ladder_after(
    ladder: Sequence[int], groups: Sequence[Sequence[int]], movers: int
) -> tuple[int, ...]:
    """Return the ladder after a season, given its groups in final order, the highest first.

    Between two neighbouring groups, the last `movers` players of the higher group change places
    with the first ones of the lower. Players in no group have paused and stay in their place.
    """
    moved = [list(group) for group in groups]
    for higher, lower in zip(range(len(groups)), range(1, len(groups)), strict=False):
        count = moving(len(groups[higher]), len(groups[lower]), movers)
        if count:
            down, up = moved[higher][-count:], moved[lower][:count]
            moved[higher][-count:], moved[lower][:count] = up, down
    played = {person for group in groups for person in group}
    after = iter(person for group in moved for person in group)
    return tuple(next(after) if person in played else person for person in ladder)


def moving(higher: int, lower: int, movers: int) -> int:
    return min(movers, higher // 2, lower // 2)


def _costs(
    places: Sequence[int],
    taken: Sequence[Sequence[int]],
    table_of: Mapping[int, int],
    seats: int,
) -> list[list[int]]:
    # A small lot makes the cheapest answer unique, so every machine finds the same one.
    lots = (1 << 64) // (len(places) + 1)
    return [
        [
            (_earliness(place, group_places, table_of, seats) << 64)
            + draw(b"", "advancing", row, place) % lots
            for place in places
        ]
        for row, group_places in enumerate(taken)
    ]


def _earliness(place: int, taken: Sequence[int], table_of: Mapping[int, int], seats: int) -> int:
    """Return the cost of this place if others of the group are in the `taken` ones.

    A meeting one round earlier costs more than all later ones together.
    """
    if seats > 2:
        return sum(table_of[place] == table_of[other] for other in taken)
    rounds = [(table_of[place] ^ table_of[other]).bit_length() for other in taken]
    return sum(1 << 8 * (_LATE - round_number) for round_number in rounds)


def _groups(people: int, size: int, least: int, most: int) -> int:
    fewest = max(-(-people // most), 1)
    most_groups = max(people // least, fewest)
    candidates = range(fewest, most_groups + 1)
    return min(candidates, key=lambda groups: (abs(Fraction(people, groups) - size), groups))
