"""Groups are equal, their best meet others first, and a league moves people up and down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.groups import advancing, divisions, grouped, ladder_after
from bot.match.tournaments.pairing.knockout import first_round
from bot.match.tournaments.pairing.luck import draw, shuffled


def named(groups: int, size: int) -> list[tuple[int, ...]]:
    """Groups in final order: the winner of the first group is 10, then 11; of the second 20."""
    return [tuple(10 * group + place for place in range(size)) for group in range(1, groups + 1)]


def earliest(order: tuple[int, ...]) -> int:
    """The round, from 0, in which two of a group can meet at the earliest, at tables of two."""
    table_of = {one: table for table, people in enumerate(first_round(order, 2)) for one in people}
    return min(
        (table_of[one] ^ table_of[other]).bit_length()
        for one in order
        for other in order
        if one != other and one // 10 == other // 10
    )


@pytest.mark.parametrize(
    ("people", "size", "sizes"),
    [
        (16, 4, [4, 4, 4, 4]),
        (14, 4, [4, 5, 5]),
        (15, 5, [5, 5, 5]),
        (17, 5, [5, 6, 6]),
        (7, 4, [7]),
        (10, 8, [10]),
        (12, 8, [6, 6]),
        (3, 4, [3]),
        (0, 4, []),
    ],
)
def test_group_sizes(people: int, size: int, sizes: list[int]) -> None:
    """Worked examples."""
    assert sorted(map(len, grouped(range(people), size))) == sizes


def test_groups_are_dealt_out_in_a_snake() -> None:
    """So that they are about as strong."""
    assert grouped(range(1, 9), 4) == ((1, 4, 5, 8), (2, 3, 6, 7))


@given(st.integers(4, 128), st.integers(4, 8))
def test_groups_are_as_equal_as_possible(people: int, size: int) -> None:
    """Everybody is in one, and none has fewer than four."""
    for groups in (grouped(range(people), size), divisions(range(people), size)):
        assert sorted(one for group in groups for one in group) == list(range(people))
        sizes = list(map(len, groups))
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= 4
    assert max(map(len, divisions(range(people), size))) <= 8
    if people % size == 0:
        assert {len(group) for group in grouped(range(people), size)} == {size}


def test_divisions_are_slices_of_the_ladder() -> None:
    """The higher ones have more."""
    assert divisions((5, 3, 1, 0, 2, 4, 6, 8, 7), 5) == ((5, 3, 1, 0, 2), (4, 6, 8, 7))
    assert divisions((1, 0, 2), 5) == ((1, 0, 2),)
    assert divisions((), 5) == ()


def test_winners_of_two_groups_meet_the_runners_up_of_the_other() -> None:
    """As semi-finals always do."""
    assert first_round(advancing(named(2, 4), 2), 2) == ((10, 21), (20, 11))


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_two_of_a_group_meet_in_the_final_at_the_earliest(groups: int) -> None:
    """With two of each group, and every winner meets a runner-up at first."""
    order = advancing(named(groups, 5), 2)
    tables = first_round(order, 2)
    assert earliest(order) == groups.bit_length() - 1
    assert all(table[0] % 10 == 0 and table[1] % 10 == 1 for table in tables)


@given(st.integers(2, 9), st.integers(1, 4))
def test_two_of_a_group_never_meet_at_first(groups: int, each: int) -> None:
    """All winners come before all others, everybody once."""
    order = advancing(named(groups, 4), each)
    assert [one % 10 for one in order] == [place for place in range(each) for _ in range(groups)]
    assert len(set(order)) == groups * each
    if each > 1:
        assert earliest(order) >= 1


def test_at_larger_tables_two_of_a_group_sit_apart_at_first() -> None:
    """If there is room."""
    for groups in (3, 4, 6, 8):
        tables = first_round(advancing(named(groups, 4), 2, 4), 4)
        assert all(len({one // 10 for one in table}) == len(table) for table in tables)


def test_a_small_group_sends_whom_it_has() -> None:
    """Nobody stands for those who are missing."""
    assert sorted(advancing([(1, 2, 3), (4,)], 2)) == [1, 2, 4]
    assert advancing([], 2) == ()


def test_the_first_and_last_of_neighbouring_groups_change_places() -> None:
    """With two movers; who has paused stays where they were."""
    ladder = (1, 2, 3, 4, 99, 5, 6, 7, 8, 9, 10, 11, 12)
    groups = [(2, 1, 4, 3), (8, 7, 6, 5), (9, 10, 11, 12)]
    after = (2, 1, 8, 7, 99, 4, 3, 9, 10, 6, 5, 11, 12)
    assert ladder_after(ladder, groups, 2) == after


def test_without_movers_groups_are_only_reordered() -> None:
    """By their results."""
    assert ladder_after((1, 2, 3, 4), [(2, 1), (4, 3)], 0) == (2, 1, 4, 3)
    assert ladder_after((), [], 2) == ()


@given(st.integers(4, 128), st.integers(4, 8), st.integers(1, 4), st.binary(max_size=8))
def test_nobody_is_lost_from_the_ladder(people: int, size: int, movers: int, seed: bytes) -> None:
    """Who pauses keeps their place, and nobody moves by more than one group."""
    ladder = shuffled(seed, "ladder", range(people))
    playing = [one for one in ladder if draw(seed, "plays", one) % 4]
    groups = [
        shuffled(seed, f"group {number}", group)
        for number, group in enumerate(divisions(playing, size))
    ]
    after = ladder_after(ladder, groups, movers)
    assert sorted(after) == list(range(people))
    for before_there, after_there in zip(ladder, after, strict=True):
        if before_there not in playing:
            assert after_there == before_there
    still = [one for one in after if one in set(playing)]
    was = {one: number for number, group in enumerate(groups) for one in group}
    begin = 0
    for number, group in enumerate(groups):
        here = still[begin : begin + len(group)]
        begin += len(group)
        assert all(abs(was[one] - number) <= 1 for one in here)
        down = [one for one in here if was[one] < number]
        up = [one for one in here if was[one] > number]
        assert set(down) <= set(groups[number - 1][-movers:])
        assert set(up) <= {one for lower in groups[number + 1 :][:1] for one in lower[:movers]}
        assert len(down) <= movers
        assert len(up) <= movers
