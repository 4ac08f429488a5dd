"""Knockout brackets: which tables feed which, known before any match is played.

At tables of two this is the usual bracket. At larger tables, two advance from a table of four, and
one from any other, and the last players meet at one table, the final. Each table depends only on
the tables that feed it, so it can begin while others of the previous round are still being played.

Two players who advance from the same table should not meet again in the very next round, nor should
the two best seeds. With tables of three and four no simple formula ensures that, so `feeds` tries
rotations of the seats until both hold.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bot.match.tournaments.pairing.seating import columns, deal, table_sizes

T = TypeVar("T")

Spot = tuple[int, int]


Feed = tuple[int, int]
"""The table from which a player comes; 1 for the first who advances from there, 2 for the
second.
"""


def first_round(order: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    """Seat the first round at tables of up to `seats` (2 to 4); `order` has the best first.

    At tables of two the first meets the last, and the two best can meet only in the final: of
    eight, 1 meets 8, then come 4 and 5, 2 and 7, 3 and 6. The best have a bye, a table of one, if
    needed. Larger tables are dealt in a snake.
    """
    if len(order) < 2:
        return tuple((person,) for person in order)
    if seats > 2:
        return deal(order, len(table_sizes(len(order), seats)))
    places = [0]
    while len(places) < len(order):
        total = 2 * len(places)
        places = [place for seed in places for place in (seed, total - 1 - seed)]
    return tuple(
        tuple(order[place] for place in pair if place < len(order))
        for pair in zip(places[::2], places[1::2], strict=True)
    )


def advance(size: int) -> int:
    return 2 if size == 4 else 1


def feeds(sizes: Sequence[int], seats: int) -> tuple[tuple[Feed, ...], ...]:
    """Return the origins of all players at each table of the next round; () after the final.

    `sizes` are the planned sizes of this round.
    """
    if len(sizes) <= 1:
        return ()
    if seats == 2:
        return tuple(((table, 1), (table + 1, 1)) for table in range(0, len(sizes), 2))
    firsts = [(table, 1) for table in range(len(sizes))]
    seconds = [(table, 2) for table, size in enumerate(sizes) if advance(size) == 2]
    people = len(firsts) + len(seconds)
    tables = len(table_sizes(people, seats))
    chairs = columns(people, tables)
    assignments = (
        _chairs(_turned(firsts, shift), seconds, chairs, turn)
        for shift in range(len(firsts))
        for turn in range(max(len(seconds), 1))
    )
    table_of = next(
        (assignment for assignment in assignments if tables == 1 or _is_apart(assignment, seconds)),
        None,
    )
    assert table_of is not None, "some rotation keeps them apart"
    all_feeds = sorted(table_of, key=lambda feed: feed[::-1])
    return tuple(
        sorted(tuple(feed for feed in all_feeds if table_of[feed] == at) for at in range(tables))
    )


def planned_sizes(people: int, seats: int) -> tuple[tuple[int, ...], ...]:
    sizes = tuple(map(len, first_round(range(people), seats)))
    rounds = []
    while sizes:
        rounds.append(sizes)
        sizes = tuple(map(len, feeds(sizes, seats)))
    return tuple(rounds)


def bracket(
    order: Sequence[int],
    seats: int,
    went_on: Mapping[Spot, Sequence[int | None]],
    comes: Callable[[Spot, int], bool] = lambda _, __: True,
) -> tuple[tuple[tuple[int, ...] | None, ...], ...]:
    """Return the players at each table of each round, or None until they are known.

    `went_on` has the players who advanced from each decided table, in the order of their places;
    None stands in for a player who is gone. A table with no more players than advance is decided
    without a match, unless `went_on` has it. `comes` returns whether a player who advances without
    a match still plays.
    """
    plan = planned_sizes(len(order), seats)
    rounds: list[tuple[tuple[int, ...] | None, ...]] = [first_round(order, seats)] if plan else []
    for number, sizes in enumerate(plan[:-1]):
        advanced: list[Sequence[int | None] | None] = []
        for table, (people, size) in enumerate(zip(rounds[-1], sizes, strict=True)):
            spot = (number, table)
            without_match = _alone(people, size)
            if spot in went_on or without_match is None:
                advanced.append(went_on.get(spot))
            else:
                advanced.append(
                    [player if comes(spot, player) else None for player in without_match]
                )
        rounds.append(tuple(_seated(feed, advanced) for feed in feeds(sizes, seats)))
    return tuple(rounds)


def _chairs(
    firsts: Sequence[Feed], seconds: Sequence[Feed], chairs: Sequence[int], turn: int
) -> dict[Feed, int]:
    table_of = dict(zip(firsts, chairs, strict=False))
    free = sorted(chairs[len(firsts) :])
    in_order = sorted(seconds, key=lambda second: table_of[second[0], 1])
    return table_of | dict(zip(in_order, _turned(free, turn), strict=True))


def _is_apart(table_of: Mapping[Feed, int], seconds: Sequence[Feed]) -> bool:
    return table_of[0, 1] != table_of[1, 1] and all(
        table_of[table, 2] != table_of[table, 1] for table, _ in seconds
    )


def _turned(items: Sequence[T], turn: int) -> list[T]:
    return [*items[turn:], *items[:turn]]


def _alone(people: tuple[int, ...] | None, size: int) -> tuple[int, ...] | None:
    return None if people is None or len(people) > advance(size) else people


def _seated(
    table: Sequence[Feed], advanced: Sequence[Sequence[int | None] | None]
) -> tuple[int, ...] | None:
    people = []
    for origin, place in table:
        advancing = advanced[origin]
        if advancing is None:
            return None
        person = advancing[place - 1] if place <= len(advancing) else None
        if person is not None:
            people.append(person)
    return tuple(people)
