"""Standings: points, then the tournament's tie-breaks."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.tie_breaks import (
    DecidedTable,
    Ranked,
    TieBreak,
    buchholz,
    head_to_head,
    points,
    quarters,
    rank_players,
    sonneborn_berger,
    wins,
)

ALL = (TieBreak.HEAD_TO_HEAD, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)


def played_matches(*matches: str) -> list[DecidedTable]:
    """Return matches of two: 0>1 if 0 won, 0=1 if they tied."""
    matches_played = []
    for match in matches:
        table = (int(match[0]), int(match[2]))
        matches_played.append(DecidedTable(table, (1, 2) if match[1] == ">" else (1, 1)))
    return matches_played


def lines(standings: tuple[Ranked, ...]) -> list[tuple[int, int, TieBreak | None]]:
    """Return place, number and deciding measure of each line."""
    return [(line.place, line.number, line.decided_by) for line in standings]


FOUR = played_matches("0>1", "0>2", "3>0", "1>2", "1=3", "2>3")
"""A round robin of four, with 24, 18, 12 and 18 points."""


def test_win_and_bye_are_12_quarters_and_a_void_match_none() -> None:
    assert points(FOUR) == {0: 24, 1: 18, 2: 12, 3: 18}
    assert points(
        [DecidedTable((4,), (1,)), DecidedTable((5, 6), ()), DecidedTable((7, 8, 9), (1, 1, 3))]
    ) == {
        4: 12,
        7: 9,
        8: 9,
        9: 0,
    }


def test_buchholz_adds_up_the_opponents_points() -> None:
    """Byes and void matches have no opponents. An opponent met twice counts twice."""
    assert buchholz(FOUR) == {0: 48, 1: 54, 2: 60, 3: 54}
    more = [*played_matches("0>1", "0>1"), DecidedTable((0,), (1,)), DecidedTable((1, 2), ())]
    assert {player: buchholz(more)[player] for player in range(3)} == {0: 0, 1: 72, 2: 0}
    assert buchholz([DecidedTable((0, 1, 2), (1, 2, 3))]) == {0: 6, 1: 12, 2: 18}


def test_sonneborn_berger_adds_up_beaten_and_half_of_tied_opponents() -> None:
    """The sums count eighths: twice a beaten opponent's points, once a tied one's."""
    assert sonneborn_berger(FOUR) == {
        0: 2 * (18 + 12),
        1: 2 * 12 + 18,
        2: 2 * 18,
        3: 2 * 24 + 18,
    }
    assert sonneborn_berger([DecidedTable((0, 1, 2), (2, 1, 3))]) == {0: 0, 1: 12, 2: 0}


def test_shared_wins_do_not_count_and_byes_do() -> None:
    played = [
        *FOUR,
        DecidedTable((5,), (1,)),
        DecidedTable((6, 7, 8), (2, 1, 3)),
        DecidedTable((6, 7), ()),
    ]
    assert wins(played) == {0: 2, 1: 1, 2: 1, 3: 1, 5: 1, 7: 1}


def test_head_to_head_is_none_unless_all_have_met() -> None:
    assert head_to_head((1, 3), FOUR) == {1: 6, 3: 6}
    assert head_to_head((0, 1, 2), FOUR) == {0: 24, 1: 12, 2: 0}
    assert head_to_head((0, 1, 4), FOUR) is None
    assert head_to_head((0, 1), [DecidedTable((0, 1), ())]) is None


def test_player_ahead_more_often_wins_head_to_head() -> None:
    assert head_to_head((0, 1), played_matches("0>1", "1>0", "1>0", "0=1")) == {0: 0, 1: 12}
    assert head_to_head((0, 1), [DecidedTable((0, 2, 1), (3, 1, 2))]) == {0: 0, 1: 12}


def test_line_names_the_deciding_measure() -> None:
    """1 and 3 tied and have met the same opponents; 3 has beaten better ones."""
    assert lines(rank_players(range(4), FOUR, ALL, b"seed")) == [
        (1, 0, None),
        (2, 3, TieBreak.POINTS),
        (3, 1, TieBreak.SONNEBORN_BERGER),
        (4, 2, TieBreak.POINTS),
    ]


def test_measures_count_in_the_given_order() -> None:
    played = played_matches("0>1", "2>3", "4>5", "0>2", "4>1", "3>5", "1>0", "2>4", "3>5")
    orders = [
        [line.number for line in rank_players(range(6), played, measures, b"seed")]
        for measures in ((TieBreak.HEAD_TO_HEAD, TieBreak.WINS), (TieBreak.BUCHHOLZ,))
    ]
    assert orders[0] != orders[1]


def test_circle_of_wins_shares_a_place_in_an_order_by_lot() -> None:
    circle = played_matches("0>1", "1>2", "2>0")
    standings = rank_players(range(3), circle, ALL, b"seed")
    assert [line.place for line in standings] == [1, 1, 1]
    assert [line.decided_by for line in standings] == [None, TieBreak.LOT, TieBreak.LOT]
    by_seed = {rank_players(range(3), circle, ALL, bytes([seed]))[0].number for seed in range(30)}
    assert by_seed == {0, 1, 2}


def test_measure_compares_only_players_who_are_still_equal() -> None:
    played = [
        *played_matches("0>1"),
        DecidedTable((0, 7), (1, 1)),
        DecidedTable((1,), (1,)),
        DecidedTable((1, 8), (1, 1)),
        DecidedTable((0, 9), (2, 1)),
        *played_matches("2=3", "2=4", "2=5"),
    ]
    standings = rank_players((0, 1, 2), played, (TieBreak.WINS, TieBreak.HEAD_TO_HEAD), b"seed")
    assert lines(standings) == [
        (1, 0, None),
        (2, 1, TieBreak.HEAD_TO_HEAD),
        (3, 2, TieBreak.WINS),
    ]


def test_player_without_matches_is_last() -> None:
    standings = rank_players((0, 1, 9), played_matches("0=1"), (), b"seed")
    assert (standings[-1].number, standings[-1].place) == (9, 3)
    assert standings[-1].points == standings[-1].buchholz == 0
    assert [line.place for line in standings] == [1, 1, 3]
    assert rank_players((), [], ALL, b"seed") == ()


@given(
    st.integers(2, 16),
    st.integers(0, 6),
    st.permutations(ALL),
    st.integers(0, 4),
    st.binary(max_size=8),
)
def test_standings_are_sorted_complete_and_independent_of_input_order(
    people: int, count: int, measures: list[TieBreak], used: int, seed: bytes
) -> None:
    """After a tie, the next place is as if no one had tied: 1, 1, 3."""
    played = []
    for number in range(count):
        table = tuple(each for each in range(people) if draw(seed, number, each) % 3 == 0)[:4]
        places = tuple(1 + draw(seed, "place", number, each) % len(table) for each in table)
        if table:
            played.append(DecidedTable(table, tuple(sorted(places).index(p) + 1 for p in places)))
    standings = rank_players(range(people), played, measures[:used], seed)
    assert standings == rank_players(reversed(range(people)), played, measures[:used], seed)
    assert sorted(line.number for line in standings) == list(range(people))
    assert sum(line.points for line in standings) == sum(
        sum(quarters(table.places)) for table in played
    )
    for index, (line, next_line) in enumerate(pairwise(standings), 2):
        assert line.points >= next_line.points
        assert (line.points > next_line.points) == (next_line.decided_by is TieBreak.POINTS)
        assert next_line.place in (line.place, index)
        assert (next_line.place == line.place) == (next_line.decided_by is TieBreak.LOT)
        if next_line.place != line.place:
            assert next_line.decided_by in (TieBreak.POINTS, *measures[:used])


@pytest.mark.parametrize("people", [3, 4, 5, 6])
def test_buchholz_separates_no_players_in_a_round_robin(people: int) -> None:
    played = [
        DecidedTable(two, (1, 2) if draw(b"", *two) % 2 else (2, 1))
        for two in combinations(range(people), 2)
    ]
    standings = rank_players(range(people), played, (TieBreak.BUCHHOLZ,), b"seed")
    assert TieBreak.BUCHHOLZ not in {line.decided_by for line in standings}
