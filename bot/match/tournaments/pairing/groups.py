"""Groups: for groups and a final, and of leagues."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.match.tournaments.pairing.knockout import first_round
from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.matching import assigned
from bot.match.tournaments.pairing.seating import dealt

Group = tuple[int, ...]

LEAST, MOST = 4, 8
"""How many people a group of a league has, if there are enough."""
_LATE = 8
"""More rounds than any knockout has."""


def grouped(order: Sequence[int], size: int, least: int = 4) -> tuple[Group, ...]:
    """Everybody in groups of about `size`, dealt out in a snake from the best.

    Groups are as near to `size` as the number of people lets them be, and differ by at most 1.
    None has fewer than `least`, unless there are fewer people.
    """
    return dealt(order, _groups(len(order), size, least, len(order))) if order else ()


def divisions(ladder: Sequence[int], size: int) -> tuple[Group, ...]:
    """The groups of a league of about `size`, the highest first: one slice of the ladder after
    the other.

    They differ by at most 1, the higher ones have more. They have 4 to 8 people, unless there are
    fewer than 4.
    """
    if not ladder:
        return ()
    groups = _groups(len(ladder), min(max(size, LEAST), MOST), LEAST, MOST)
    each, larger = divmod(len(ladder), groups)
    found, begin = [], 0
    for group in range(groups):
        end = begin + each + (group < larger)
        found.append(tuple(ladder[begin:end]))
        begin = end
    return tuple(found)


def advancing(groups: Sequence[Sequence[int]], each: int, seats: int = 2) -> tuple[int, ...]:
    """The order for a knockout of the best `each` of every group, the best first.

    `groups` are in final order. All winners come before all runners-up, and so on. Those of one
    group are placed so that they meet as late as possible: at tables of two, winners and
    runners-up of 2, 4, 8 or 16 groups only in the final. At larger tables this looks at the first
    round only.
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
            columns = assigned(_costs(places, [taken[group] for group, _ in tier], table_of, seats))
            places_of = [places[column] for column in columns]
        else:
            places_of = list(places)
        for place, (group, one) in sorted(zip(places_of, tier, strict=True)):
            order.append(one)
            taken[group].append(place)
    return tuple(order)


def ladder_after(
    ladder: Sequence[int], groups: Sequence[Sequence[int]], movers: int
) -> tuple[int, ...]:
    """The ladder after a season, given its groups in final order, the highest first.

    Groups are reordered by their results. Between every two the last `movers` of the higher and
    the first of the lower change places; fewer if a group would be more than halved. Whoever is
    in no group has paused and stays in their place on the ladder.
    """
    moved = [list(group) for group in groups]
    for higher, lower in zip(range(len(groups)), range(1, len(groups)), strict=False):
        many = moving(len(groups[higher]), len(groups[lower]), movers)
        if many:
            down, up = moved[higher][-many:], moved[lower][:many]
            moved[higher][-many:], moved[lower][:many] = up, down
    played = {one for group in groups for one in group}
    after = iter(one for group in moved for one in group)
    return tuple(next(after) if one in played else one for one in ladder)


def moving(higher: int, lower: int, movers: int) -> int:
    """How many change places between two groups of these sizes: at most half of each."""
    return min(movers, higher // 2, lower // 2)


def _costs(
    places: Sequence[int],
    taken: Sequence[Sequence[int]],
    table_of: Mapping[int, int],
    seats: int,
) -> list[list[int]]:
    """What it costs to give each of a tier each of these places, when the others of their groups
    have those that are taken."""
    # A small lot makes one of the best answers the only one, for everybody the same.
    lots = (1 << 64) // (len(places) + 1)
    return [
        [
            (_earliness(place, theirs, table_of, seats) << 64)
            + draw(b"", "advancing", row, place) % lots
            for place in places
        ]
        for row, theirs in enumerate(taken)
    ]


def _earliness(place: int, taken: Sequence[int], table_of: Mapping[int, int], seats: int) -> int:
    """What it costs that somebody is in this place while others of their group are in those.

    A meeting one round earlier costs more than all later ones together.
    """
    if seats > 2:
        return sum(table_of[place] == table_of[other] for other in taken)
    rounds = [(table_of[place] ^ table_of[other]).bit_length() for other in taken]
    return sum(1 << 8 * (_LATE - each) for each in rounds)


def _groups(people: int, size: int, least: int, most: int) -> int:
    """How many groups bring their size nearest to `size`; of two, the fewer."""
    fewest = max(-(-people // most), 1)
    most_groups = max(people // least, fewest)
    near = range(fewest, most_groups + 1)
    return min(near, key=lambda groups: (abs(Fraction(people, groups) - size), groups))
