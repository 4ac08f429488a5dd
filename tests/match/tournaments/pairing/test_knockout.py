"""A knockout: losers are out, and a table starts as soon as its own players are decided."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.knockout import (
    Spot,
    advance,
    bracket,
    feeds,
    first_round,
    planned_sizes,
)
from bot.match.tournaments.pairing.luck import draw, shuffle

WentOn = dict[Spot, Sequence[int | None]]


def played_through(people: int, seats: int, seed: bytes) -> tuple[WentOn, list[Spot]]:
    """Return the players who advanced from each table, and the order of decisions.

    At some tables all players are lost, or a player who advanced is gone afterwards.
    """
    went_on: WentOn = {}
    order: list[Spot] = []
    plan = planned_sizes(people, seats)
    while True:
        tables_by_round = bracket(range(people), seats, went_on)
        open_now = [
            (number, table)
            for number, tables in enumerate(tables_by_round)
            for table, there in enumerate(tables)
            if there
            and len(there) > advance(plan[number][table])
            and (number, table) not in went_on
        ]
        if not open_now:
            return went_on, order
        number, table = open_now[draw(seed, "which", len(order)) % len(open_now)]
        there = tables_by_round[number][table]
        assert there is not None
        first: list[int | None] = [*shuffle(seed, f"result {number} {table}", there)]
        first = first[: advance(plan[number][table])]
        trouble = draw(seed, "trouble", number, table) % 10
        if trouble == 0:
            first = []
        elif trouble == 1:
            first[0] = None
        went_on[number, table] = first
        order.append((number, table))


def test_two_best_of_eight_can_meet_only_in_the_final() -> None:
    assert first_round(range(1, 9), 2) == ((1, 8), (4, 5), (2, 7), (3, 6))
    assert feeds((2, 2, 2, 2), 2) == (((0, 1), (1, 1)), ((2, 1), (3, 1)))
    assert planned_sizes(8, 2) == ((2, 2, 2, 2), (2, 2), (2,))


def test_two_best_of_six_have_byes_in_different_halves() -> None:
    assert first_round(range(1, 7), 2) == ((1,), (4, 5), (2,), (3, 6))


def test_favourites_meet_as_late_as_possible() -> None:
    """If the better player always wins, seeds 1 to 8 of sixteen reach the quarter-finals, 1 to 4
    the semi-finals, and 1 and 2 the final.
    """
    went_on: WentOn = {}
    for number, left in enumerate((16, 8, 4, 2)):
        tables = bracket(range(16), 2, went_on)[number]
        assert [sum(table or ()) for table in tables] == [left - 1] * (left // 2)
        went_on |= {(number, at): (min(table or ()),) for at, table in enumerate(tables)}


def test_table_starts_when_its_own_feeders_are_decided() -> None:
    tables_by_round = bracket(range(1, 9), 2, {(0, 2): (7,), (0, 3): (3,)})
    assert tables_by_round == (((1, 8), (4, 5), (2, 7), (3, 6)), (None, (7, 3)), (None,))


def test_player_with_a_bye_advances_immediately() -> None:
    tables_by_round = bracket(range(1, 6), 2, {})
    assert tables_by_round == (((1,), (4, 5), (2,), (3,)), (None, (2, 3)), (None,))


def test_opponent_of_an_empty_table_has_a_bye() -> None:
    tables_by_round = bracket(
        range(1, 9), 2, {(0, 0): (), (0, 1): (5,), (0, 2): (2,), (0, 3): (6,)}
    )
    assert tables_by_round[1:] == (((5,), (2, 6)), (None,))
    tables_by_round = bracket(range(1, 5), 2, {(0, 0): (), (0, 1): ()})
    assert tables_by_round[1] == ((),)


def test_player_who_left_after_winning_leaves_a_bye() -> None:
    assert bracket(range(4), 2, {(0, 0): (None,), (0, 1): (1,)})[1] == ((1,),)
    assert bracket(range(3), 2, {(0, 0): (), (0, 1): (2,)})[1] == ((2,),)


def test_two_advance_from_each_table_of_four_and_meet_others() -> None:
    assert planned_sizes(16, 4) == ((4, 4, 4, 4), (4, 4), (4,))
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
    assert planned_sizes(people, seats) == plan
    assert bracket(range(people), seats, {})[:1] == ((first_round(range(people), seats),))[:people]


@given(st.integers(2, 128), st.integers(2, 4))
def test_every_plan_ends_in_a_final_with_a_seat_for_each_winner(people: int, seats: int) -> None:
    """Two of one table never meet at the next."""
    plan = planned_sizes(people, seats)
    assert sum(plan[0]) == people
    assert len(plan[-1]) == 1
    assert len(plan) <= 7
    for sizes, following in pairwise(plan):
        tables = feeds(sizes, seats)
        assert tuple(map(len, tables)) == following
        assert all(2 <= size <= seats for size in following)
        assert sorted(feed for table in tables for feed in table) == [
            (table, place)
            for table, size in enumerate(sizes)
            for place in range(1, advance(size) + 1)
        ]
        if len(tables) > 1:
            for table in tables:
                assert len({origin for origin, _ in table}) == len(table)


@given(st.integers(2, 128), st.integers(2, 4))
def test_two_best_meet_only_in_the_final(people: int, seats: int) -> None:
    plan = planned_sizes(people, seats)
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
def test_knockout_ends_whatever_players_leave(people: int, seats: int, seed: bytes) -> None:
    """Players stay at a table once they have reached it."""
    went_on, order = played_through(people, seats, seed)
    tables_by_round = bracket(range(people), seats, went_on)
    assert all(table is not None for tables in tables_by_round for table in tables)
    for tables in tables_by_round:
        players = [player for table in tables for player in table or ()]
        assert len(set(players)) == len(players)
    for before in range(len(order)):
        early = bracket(range(people), seats, {at: went_on[at] for at in order[:before]})
        late = bracket(range(people), seats, {at: went_on[at] for at in order[: before + 1]})
        for then, now in zip(early, late, strict=True):
            for seated, later in zip(then, now, strict=True):
                assert seated is None or seated == later
