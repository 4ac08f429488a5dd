"""Knockouts: who goes on from which table to which, known before anything is played.

At tables of two this is the usual bracket. At larger ones two go on from a table of four, and one
from any other. All who are left meet at one table in the end, the final. Every table needs only the
tables that feed it, so it can begin while others of the round before are still played.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.match.tournaments.pairing.seating import columns, dealt, table_sizes

T = TypeVar("T")

Spot = tuple[int, int]
"""A round and a table in it, both from 0."""


@dataclass(frozen=True, slots=True)
class Feed:
    """Where somebody at a table comes from."""

    table: int
    """Which table of the round before, from 0."""
    place: int = 1
    """Whether they are the first who goes on from there or the second."""


def first_round(order: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    """The tables of the first round of up to `seats` (2 to 4), given everybody, the best first.

    At tables of two the first meets the last, and the two best can meet only in the final: of
    eight, 1 meets 8, then come 4 and 5, 2 and 7, 3 and 6. If their number is no power of two, the
    best have a bye: a table of one. Larger tables are dealt out in a snake. The game must let two
    people play, as tables of two cannot be avoided.
    """
    if len(order) < 2:
        return tuple((one,) for one in order)
    if seats > 2:
        return dealt(order, len(table_sizes(len(order), seats)))
    places = [0]
    while len(places) < len(order):
        full = 2 * len(places)
        places = [place for one in places for place in (one, full - 1 - one)]
    return tuple(
        tuple(order[place] for place in two if place < len(order))
        for two in zip(places[::2], places[1::2], strict=True)
    )


def advance(size: int) -> int:
    """How many go on from a table that is planned for so many."""
    return 2 if size == 4 else 1


def feeds(sizes: Sequence[int], seats: int) -> tuple[tuple[Feed, ...], ...]:
    """Where everybody at each table of the next round comes from; () after the final.

    `sizes` are how many the tables of this round are planned for. Two who go on from the same
    table do not meet in the next round, unless that is a single table; neither do those from the
    first table and the second, at which the two best sit if the better always win.
    """
    if len(sizes) <= 1:
        return ()
    if seats == 2:
        return tuple((Feed(table), Feed(table + 1)) for table in range(0, len(sizes), 2))
    firsts = [Feed(table) for table in range(len(sizes))]
    seconds = [Feed(table, 2) for table, size in enumerate(sizes) if advance(size) == 2]
    people = len(firsts) + len(seconds)
    tables = len(table_sizes(people, seats))
    chairs = columns(people, tables)
    ways = (
        _chairs(_turned(firsts, by), seconds, chairs, turn)
        for by in range(len(firsts))
        for turn in range(max(len(seconds), 1))
    )
    to = next((way for way in ways if tables == 1 or _is_apart(way, seconds)), None)
    assert to is not None, "turning them parts those who must not meet"
    everybody = sorted(to, key=lambda feed: (feed.place, feed.table))
    return tuple(
        sorted(
            (tuple(feed for feed in everybody if to[feed] == at) for at in range(tables)),
            key=lambda table: table[0].table,
        )
    )


def planned(people: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """How many each table of each round is planned for; the last round is the final."""
    sizes = tuple(map(len, first_round(range(people), seats)))
    found = []
    while sizes:
        found.append(sizes)
        sizes = tuple(map(len, feeds(sizes, seats)))
    return tuple(found)


def bracket(
    order: Sequence[int],
    seats: int,
    went_on: Mapping[Spot, Sequence[int | None]],
    comes: Callable[[Spot, int], bool] = lambda _, __: True,
) -> tuple[tuple[tuple[int, ...] | None, ...], ...]:
    """Who sits at each table of each round; None as long as that is not known.

    `went_on` says for each table that is decided who went on from it, in the order of their
    places; None among them for somebody who is gone, and () if nobody went on. A table is known as
    soon as all that feed it are decided. People then stand in the order of their feeds.

    There may be fewer people at a table than planned, or nobody. If no more than go on from it are
    there, nothing is played: it is decided by itself, unless `went_on` has it. One alone at the
    last table has won. `comes` returns whether a player who had no match at a table still plays.
    """
    plan = planned(len(order), seats)
    found: list[tuple[tuple[int, ...] | None, ...]] = [first_round(order, seats)] if plan else []
    for number, sizes in enumerate(plan[:-1]):
        on: list[Sequence[int | None] | None] = []
        for table, (people, size) in enumerate(zip(found[-1], sizes, strict=True)):
            spot = (number, table)
            alone = _alone(people, size)
            if spot in went_on or alone is None:
                on.append(went_on.get(spot))
            else:
                on.append([one if comes(spot, one) else None for one in alone])
        found.append(tuple(_seated(feed, on) for feed in feeds(sizes, seats)))
    return tuple(found)


def _chairs(
    firsts: Sequence[Feed], seconds: Sequence[Feed], chairs: Sequence[int], turn: int
) -> dict[Feed, int]:
    """The table at which each gets a chair: the firsts in order, the seconds turned so far.

    With the seconds and the chairs left to them both in the order of tables, turning takes each
    away from where the first of the same table has gone.
    """
    to = dict(zip(firsts, chairs, strict=False))
    free = sorted(chairs[len(firsts) :])
    in_order = sorted(seconds, key=lambda second: to[Feed(second.table)])
    return to | dict(zip(in_order, _turned(free, turn), strict=True))


def _is_apart(to: Mapping[Feed, int], seconds: Sequence[Feed]) -> bool:
    """Whether two from one table never meet at the next, and neither do the two best."""
    return to[Feed(0)] != to[Feed(1)] and all(
        to[second] != to[Feed(second.table)] for second in seconds
    )


def _turned(items: Sequence[T], turn: int) -> list[T]:
    """The items, beginning further on, with the first ones at the end."""
    return [*items[turn:], *items[:turn]]


def _alone(people: tuple[int, ...] | None, size: int) -> tuple[int, ...] | None:
    """Those who go on from a table without a match; None if there is to be one."""
    return None if people is None or len(people) > advance(size) else people


def _seated(
    table: Sequence[Feed], on: Sequence[Sequence[int | None] | None]
) -> tuple[int, ...] | None:
    """Who comes to a table over its feeds; None as long as one of them is not decided."""
    people = []
    for feed in table:
        came = on[feed.table]
        if came is None:
            return None
        one = came[feed.place - 1] if feed.place <= len(came) else None
        if one is not None:
            people.append(one)
    return tuple(people)
