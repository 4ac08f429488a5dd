"""Round robins, in which all players meet and rest equally often."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.pairing.round_robin import Round, schedule
from tests.tiers import exhaustive, full_or


def meetings(rounds: tuple[Round, ...]) -> Counter[tuple[int, ...]]:
    """Count meetings of each pair."""
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )


def tables_per_player(rounds: tuple[Round, ...]) -> Counter[int]:
    """Count tables of each player."""
    return Counter(player for tables in rounds for table in tables for player in table)


def test_five_and_six_players_follow_fides_berger_tables() -> None:
    """FIDE Handbook, C.05, annex 1. The player named first has white."""
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
def test_all_players_meet_once_and_alternate_colours(people: int) -> None:
    """Each sits at one table per round, and rests at most once."""
    rounds = schedule(range(people), 2, b"seed")
    assert len(rounds) == people - 1 + people % 2
    assert meetings(rounds) == Counter(combinations(range(people), 2))
    assert all(max(tables_per_player((tables,)).values()) == 1 for tables in rounds)
    assert set(tables_per_player(rounds).values()) == {people - 1}
    first = Counter(table[0] for tables in rounds for table in tables)
    assert all(abs(first[player] - (people - 1 - first[player])) <= 1 for player in range(people))


@exhaustive
@given(st.integers(2, 18), st.integers(3, 4), st.binary(max_size=8))
@settings(max_examples=full_or(15, 5))
def test_larger_tables_continue_until_all_have_met_without_byes(
    people: int, seats: int, seed: bytes
) -> None:
    rounds = schedule(range(people), seats, seed)
    assert meetings(rounds).keys() == set(combinations(range(people), 2))
    assert set(tables_per_player(rounds).values()) == {len(rounds)}
    assert all(2 <= len(table) <= seats for tables in rounds for table in tables)
    assert len(rounds) <= 2 * -(-(people - 1) // (seats - 1))
    assert rounds == schedule(range(people), seats, seed)


@given(st.integers(4, 14), st.integers(3, 4), st.binary(max_size=8))
@settings(max_examples=full_or(15, 5))
def test_byes_of_a_game_for_three_differ_by_at_most_one(
    people: int, seats: int, seed: bytes
) -> None:
    rounds = schedule(range(people), seats, seed, 3)
    assert meetings(rounds).keys() == set(combinations(range(people), 2))
    often = tables_per_player(rounds).values()
    assert max(often) - min(often) <= 1


def test_four_players_at_one_table_need_one_round() -> None:
    """The seats depend on the draw."""
    (((*people,),),) = schedule((7, 5, 3, 1), 4, b"seed")
    assert sorted(people) == [1, 3, 5, 7]
    assert len({schedule((7, 5, 3, 1), 4, bytes([number])) for number in range(20)}) > 5


@pytest.mark.parametrize(("people", "seats", "rounds"), [(8, 4, 3), (9, 3, 4), (12, 4, 5)])
def test_few_players_need_few_rounds(people: int, seats: int, rounds: int) -> None:
    assert len(schedule(range(people), seats, b"seed")) == rounds


@pytest.mark.parametrize("people", [0, 1])
def test_single_player_has_no_rounds(people: int) -> None:
    assert schedule(range(people), 2, b"seed") == ()
    assert schedule(range(people), 4, b"seed") == ()
    assert schedule(range(2), 4, b"seed", 3) == ()


def test_large_round_robin_needs_few_extra_rounds() -> None:
    """32 players need at least 11 rounds."""
    assert len(schedule(range(32), 4, b"seed")) <= 15
