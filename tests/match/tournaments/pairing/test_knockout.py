"""A knockout: who loses is out, and every table begins as soon as its own people are known."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.knockout import (
    Feed,
    Spot,
    advance,
    bracket,
    feeds,
    first_round,
    planned,
)
from bot.match.tournaments.pairing.luck import draw, shuffled

WentOn = dict[Spot, Sequence[int | None]]


def played_through(people: int, seats: int, seed: bytes) -> tuple[WentOn, list[Spot]]:
    """Who went on from every table, and in which order the tables were decided.

    Some matches lose everybody, or one who went on is gone afterwards.
    """
    went_on: WentOn = {}
    order: list[Spot] = []
    plan = planned(people, seats)
    while True:
        known = bracket(range(people), seats, went_on)
        open_now = [
            (number, table)
            for number, tables in enumerate(known)
            for table, there in enumerate(tables)
            if there
            and len(there) > advance(plan[number][table])
            and (number, table) not in went_on
        ]
        if not open_now:
            return went_on, order
        number, table = open_now[draw(seed, "which", len(order)) % len(open_now)]
        there = known[number][table]
        assert there is not None
        first: list[int | None] = [*shuffled(seed, f"result {number} {table}", there)]
        first = first[: advance(plan[number][table])]
        trouble = draw(seed, "trouble", number, table) % 10
        if trouble == 0:
            first = []
        elif trouble == 1:
            first[0] = None
        went_on[number, table] = first
        order.append((number, table))


def test_the_bracket_of_eight() -> None:
    """1 meets 8, and can meet 2 only in the final."""
    assert first_round(range(1, 9), 2) == ((1, 8), (4, 5), (2, 7), (3, 6))
    assert feeds((2, 2, 2, 2), 2) == ((Feed(0), Feed(1)), (Feed(2), Feed(3)))
    assert planned(8, 2) == ((2, 2, 2, 2), (2, 2), (2,))


def test_the_best_of_six_have_byes() -> None:
    """The first two, in different halves."""
    assert first_round(range(1, 7), 2) == ((1,), (4, 5), (2,), (3, 6))


def test_the_favourites_meet_as_late_as_they_can() -> None:
    """Of sixteen, if the better one always wins: 1 to 8, then 1 to 4, then 1 and 2."""
    went_on: WentOn = {}
    for number, left in enumerate((16, 8, 4, 2)):
        tables = bracket(range(16), 2, went_on)[number]
        assert [sum(table or ()) for table in tables] == [left - 1] * (left // 2)
        went_on |= {(number, at): (min(table or ()),) for at, table in enumerate(tables)}


def test_a_table_begins_when_its_own_feeders_are_decided() -> None:
    """Not when all of the round are."""
    known = bracket(range(1, 9), 2, {(0, 2): (7,), (0, 3): (3,)})
    assert known == (((1, 8), (4, 5), (2, 7), (3, 6)), (None, (7, 3)), (None,))


def test_who_has_a_bye_goes_on_at_once() -> None:
    """Nobody has to say so."""
    known = bracket(range(1, 6), 2, {})
    assert known == (((1,), (4, 5), (2,), (3,)), (None, (2, 3)), (None,))


def test_if_both_are_gone_the_next_opponent_has_a_bye() -> None:
    """And goes on by it to the table after."""
    known = bracket(range(1, 9), 2, {(0, 0): (), (0, 1): (5,), (0, 2): (2,), (0, 3): (6,)})
    assert known[1:] == (((5,), (2, 6)), (None,))
    known = bracket(range(1, 5), 2, {(0, 0): (), (0, 1): ()})
    assert known[1] == ((),)


def test_who_is_gone_before_the_next_match_leaves_a_bye() -> None:
    """Somebody who had a bye and is gone leaves one, too."""
    assert bracket(range(4), 2, {(0, 0): (None,), (0, 1): (1,)})[1] == ((1,),)
    assert bracket(range(3), 2, {(0, 0): (), (0, 1): (2,)})[1] == ((2,),)


def test_sixteen_at_tables_of_four() -> None:
    """Two of four go on, and meet others."""
    assert planned(16, 4) == ((4, 4, 4, 4), (4, 4), (4,))
    tables = first_round(range(1, 17), 4)
    assert tables == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    went_on: WentOn = {(0, at): table[:2] for at, table in enumerate(tables)}
    assert bracket(range(1, 17), 4, went_on)[1] == ((1, 4, 7, 6), (2, 3, 8, 5))


@pytest.mark.parametrize(
    ("people", "seats", "plan"),
    [
        (4, 4, ((4,),)),
        (7, 4, ((3, 4), (3,))),
        (8, 4, ((4, 4), (4,))),
        (9, 3, ((3, 3, 3), (3,))),
        (10, 3, ((3, 3, 2, 2), (2, 2), (2,))),
        (20, 4, ((4, 4, 4, 4, 4), (3, 3, 4), (4,))),
        (1, 2, ((1,),)),
        (0, 2, ()),
    ],
)
def test_plans(people: int, seats: int, plan: tuple[tuple[int, ...], ...]) -> None:
    """Worked examples."""
    assert planned(people, seats) == plan
    assert bracket(range(people), seats, {})[:1] == ((first_round(range(people), seats),))[:people]


@given(st.integers(2, 128), st.integers(2, 4))
def test_every_plan_ends_in_a_final(people: int, seats: int) -> None:
    """All who go on have one chair each, and no two of one table meet again at the next."""
    plan = planned(people, seats)
    assert sum(plan[0]) == people
    assert len(plan[-1]) == 1
    assert len(plan) <= 7
    for sizes, following in pairwise(plan):
        found = feeds(sizes, seats)
        assert tuple(map(len, found)) == following
        assert all(2 <= size <= seats for size in following)
        assert sorted((feed.table, feed.place) for table in found for feed in table) == [
            (table, place)
            for table, size in enumerate(sizes)
            for place in range(1, advance(size) + 1)
        ]
        if len(found) > 1:
            for table in found:
                assert len({feed.table for feed in table}) == len(table)


@given(st.integers(2, 128), st.integers(2, 4))
def test_the_best_meet_in_the_final_only(people: int, seats: int) -> None:
    """If the better always win, the best and the second stay apart till then."""
    plan = planned(people, seats)
    went_on: WentOn = {}
    for number, sizes in enumerate(plan[:-1]):
        tables = bracket(range(people), seats, went_on)[number]
        for at, (table, size) in enumerate(zip(tables, sizes, strict=True)):
            assert table is not None
            assert not {0, 1} <= set(table)
            went_on[number, at] = sorted(table)[: advance(size)]
    final = bracket(range(people), seats, went_on)[-1][0]
    assert final is not None
    assert {0, 1} <= set(final)


@given(st.integers(2, 40), st.integers(2, 4), st.binary(max_size=8))
def test_it_always_comes_to_an_end(people: int, seats: int, seed: bytes) -> None:
    """Whoever is lost on the way; and who sits at a table that is known stays there."""
    went_on, order = played_through(people, seats, seed)
    known = bracket(range(people), seats, went_on)
    assert all(table is not None for tables in known for table in tables)
    for tables in known:
        everybody = [one for table in tables for one in table or ()]
        assert len(set(everybody)) == len(everybody)
    for before in range(len(order)):
        early = bracket(range(people), seats, {at: went_on[at] for at in order[:before]})
        late = bracket(range(people), seats, {at: went_on[at] for at in order[: before + 1]})
        for then, now in zip(early, late, strict=True):
            for seated, later in zip(then, now, strict=True):
                assert seated is None or seated == later
