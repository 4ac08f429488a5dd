"""A round robin: everybody meets everybody, and rests as often."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.pairing.round_robin import Round, schedule
from tests.tiers import exhaustive, full_or


def meetings(rounds: tuple[Round, ...]) -> Counter[tuple[int, ...]]:
    """How often each two meet."""
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )


def played(rounds: tuple[Round, ...]) -> Counter[int]:
    """How many tables each sits at."""
    return Counter(one for tables in rounds for table in tables for one in table)


def test_five_and_six_play_by_the_tables_of_fide() -> None:
    """The Berger tables of the FIDE Handbook (C.05, annex 1), the first named has white."""
    six = (
        {(1, 6), (2, 5), (3, 4)},
        {(6, 4), (5, 3), (1, 2)},
        {(2, 6), (3, 1), (4, 5)},
        {(6, 5), (1, 4), (2, 3)},
        {(3, 6), (4, 2), (5, 1)},
    )
    assert tuple(map(set, schedule(range(1, 7), 2, b"seed"))) == six
    without_six = tuple({two for two in tables if 6 not in two} for tables in six)
    assert tuple(map(set, schedule(range(1, 6), 2, b"seed"))) == without_six


@given(st.integers(2, 128))
@settings(max_examples=full_or(25, 6))
def test_everybody_meets_everybody_once(people: int) -> None:
    """Sits at one table in each round, rests at most once, and is first every other time."""
    rounds = schedule(range(people), 2, b"seed")
    assert len(rounds) == people - 1 + people % 2
    assert meetings(rounds) == Counter(combinations(range(people), 2))
    assert all(max(played((tables,)).values()) == 1 for tables in rounds)
    assert set(played(rounds).values()) == {people - 1}
    first = Counter(table[0] for tables in rounds for table in tables)
    assert all(abs(first[one] - (people - 1 - first[one])) <= 1 for one in range(people))


@exhaustive
@given(st.integers(2, 18), st.integers(3, 4), st.binary(max_size=8))
@settings(max_examples=full_or(15, 5))
def test_larger_tables_go_on_until_everybody_has_met(people: int, seats: int, seed: bytes) -> None:
    """Nobody rests, and there are at most twice as many rounds as there must be."""
    rounds = schedule(range(people), seats, seed)
    assert meetings(rounds).keys() == set(combinations(range(people), 2))
    assert set(played(rounds).values()) == {len(rounds)}
    assert all(2 <= len(table) <= seats for tables in rounds for table in tables)
    assert len(rounds) <= 2 * -(-(people - 1) // (seats - 1))
    assert rounds == schedule(range(people), seats, seed)


@given(st.integers(4, 14), st.integers(3, 4), st.binary(max_size=8))
@settings(max_examples=full_or(15, 5))
def test_a_game_for_three_lets_everybody_rest_as_often(
    people: int, seats: int, seed: bytes
) -> None:
    """Up to one bye."""
    rounds = schedule(range(people), seats, seed, 3)
    assert meetings(rounds).keys() == set(combinations(range(people), 2))
    often = played(rounds).values()
    assert max(often) - min(often) <= 1


def test_four_at_one_table_need_one_round() -> None:
    """They have all met. Another draw seats them otherwise."""
    (((*people,),),) = schedule((7, 5, 3, 1), 4, b"seed")
    assert sorted(people) == [1, 3, 5, 7]
    assert len({schedule((7, 5, 3, 1), 4, bytes([number])) for number in range(20)}) > 5


@pytest.mark.parametrize(("people", "seats", "rounds"), [(8, 4, 3), (9, 3, 4), (12, 4, 5)])
def test_a_few_people_need_few_rounds(people: int, seats: int, rounds: int) -> None:
    """Nine at tables of three meet exactly once."""
    assert len(schedule(range(people), seats, b"seed")) == rounds


@pytest.mark.parametrize("people", [0, 1])
def test_who_is_alone_meets_nobody(people: int) -> None:
    """There is no round."""
    assert schedule(range(people), 2, b"seed") == ()
    assert schedule(range(people), 4, b"seed") == ()
    assert schedule(range(2), 4, b"seed", 3) == ()


def test_a_large_round_robin_at_tables_of_four() -> None:
    """It takes not many more rounds than it must: 11 of 32 people."""
    assert len(schedule(range(32), 4, b"seed")) <= 15
