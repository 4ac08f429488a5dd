"""Groups of a tournament, their finals, and promotion between groups of a league."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.groups import advancing, deal_groups, divisions, ladder_after
from bot.match.tournaments.pairing.knockout import first_round
from bot.match.tournaments.pairing.luck import draw, shuffle


def named(groups: int, size: int) -> list[tuple[int, ...]]:
    """Return groups in final order: players 10, 11 … of the first group, 20 … of the second."""
    return [tuple(10 * group + place for place in range(size)) for group in range(1, groups + 1)]


def earliest(order: tuple[int, ...]) -> int:
    """Return the first round, from 0, in which two of a group can meet at tables of two."""
    table_of = {
        player: table for table, people in enumerate(first_round(order, 2)) for player in people
    }
    return min(
        (table_of[player] ^ table_of[other]).bit_length()
        for player in order
        for other in order
        if player != other and player // 10 == other // 10
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
    assert sorted(map(len, deal_groups(range(people), size))) == sizes


def test_groups_are_dealt_in_a_snake() -> None:
    assert deal_groups(range(1, 9), 4) == ((1, 4, 5, 8), (2, 3, 6, 7))


@given(st.integers(4, 128), st.integers(4, 8))
def test_groups_have_at_least_four_and_equal_sizes(people: int, size: int) -> None:
    """Sizes differ by at most one."""
    for groups in (deal_groups(range(people), size), divisions(range(people), size)):
        assert sorted(player for group in groups for player in group) == list(range(people))
        sizes = list(map(len, groups))
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= 4
    assert max(map(len, divisions(range(people), size))) <= 8
    if people % size == 0:
        assert {len(group) for group in deal_groups(range(people), size)} == {size}


def test_divisions_are_slices_of_the_ladder_higher_ones_larger() -> None:
    """A ladder shorter than a group is a single division."""
    assert divisions((5, 3, 1, 0, 2, 4, 6, 8, 7), 5) == ((5, 3, 1, 0, 2), (4, 6, 8, 7))
    assert divisions((1, 0, 2), 5) == ((1, 0, 2),)
    assert divisions((), 5) == ()


def test_winners_of_two_groups_meet_the_runners_up_of_the_other() -> None:
    assert first_round(advancing(named(2, 4), 2), 2) == ((10, 21), (20, 11))


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_two_of_a_group_can_meet_only_in_the_final(groups: int) -> None:
    """Two of each group advance, and winners first meet runners-up."""
    order = advancing(named(groups, 5), 2)
    tables = first_round(order, 2)
    assert earliest(order) == groups.bit_length() - 1
    assert all(table[0] % 10 == 0 and table[1] % 10 == 1 for table in tables)


@given(st.integers(2, 9), st.integers(1, 4))
def test_two_of_a_group_never_meet_in_the_first_round(groups: int, each: int) -> None:
    """In the final, group winners are seeded before all others."""
    order = advancing(named(groups, 4), each)
    assert [player % 10 for player in order] == [
        place for place in range(each) for _ in range(groups)
    ]
    assert len(set(order)) == groups * each
    if each > 1:
        assert earliest(order) >= 1


def test_two_of_a_group_sit_apart_in_the_first_round_at_larger_tables() -> None:
    for groups in (3, 4, 6, 8):
        tables = first_round(advancing(named(groups, 4), 2, 4), 4)
        assert all(len({player // 10 for player in table}) == len(table) for table in tables)


def test_small_group_sends_only_the_players_it_has() -> None:
    assert sorted(advancing([(1, 2, 3), (4,)], 2)) == [1, 2, 4]
    assert advancing([], 2) == ()


def test_neighbouring_groups_swap_their_first_and_last() -> None:
    """Two players move up and two down; a player who pauses stays in place."""
    ladder = (1, 2, 3, 4, 99, 5, 6, 7, 8, 9, 10, 11, 12)
    groups = [(2, 1, 4, 3), (8, 7, 6, 5), (9, 10, 11, 12)]
    after = (2, 1, 8, 7, 99, 4, 3, 9, 10, 6, 5, 11, 12)
    assert ladder_after(ladder, groups, 2) == after


def test_groups_without_movers_are_only_reordered_by_results() -> None:
    assert ladder_after((1, 2, 3, 4), [(2, 1), (4, 3)], 0) == (2, 1, 4, 3)
    assert ladder_after((), [], 2) == ()


@given(st.integers(4, 128), st.integers(4, 8), st.integers(1, 4), st.binary(max_size=8))
def test_ladder_keeps_all_players_and_moves_them_by_at_most_one_group(
    people: int, size: int, movers: int, seed: bytes
) -> None:
    """A player who pauses keeps their place."""
    ladder = shuffle(seed, "ladder", range(people))
    playing = [player for player in ladder if draw(seed, "plays", player) % 4]
    groups = [
        shuffle(seed, f"group {number}", group)
        for number, group in enumerate(divisions(playing, size))
    ]
    after = ladder_after(ladder, groups, movers)
    assert sorted(after) == list(range(people))
    for before_there, after_there in zip(ladder, after, strict=True):
        if before_there not in playing:
            assert after_there == before_there
    still = [player for player in after if player in set(playing)]
    was = {player: number for number, group in enumerate(groups) for player in group}
    begin = 0
    for number, group in enumerate(groups):
        members = still[begin : begin + len(group)]
        begin += len(group)
        assert all(abs(was[player] - number) <= 1 for player in members)
        down = [player for player in members if was[player] < number]
        up = [player for player in members if was[player] > number]
        assert set(down) <= set(groups[number - 1][-movers:])
        assert set(up) <= {
            player for lower in groups[number + 1 :][:1] for player in lower[:movers]
        }
        assert len(down) <= movers
        assert len(up) <= movers
