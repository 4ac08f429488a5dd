"""Unplayed rounds in the tie-breaks of a Swiss, according to FIDE's C.07."""

from collections.abc import Collection, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.seating import table_sizes
from bot.match.tournaments.pairing.tie_breaks import (
    DecidedTable,
    TieBreak,
    buchholz,
    points,
    rank_players,
    sonneborn_berger,
)
from bot.match.tournaments.pairing.unplayed import Round, extra_for_unplayed
from tests.tiers import full_or


def round_of(*tables: DecidedTable) -> Round:
    return {player: table for table in tables for player in table.table}


def win(winner: int, loser: int) -> DecidedTable:
    return DecidedTable((winner, loser), (1, 2))


def bye(player: int) -> DecidedTable:
    return DecidedTable((player,), (1,))


def sums(
    numbers: Collection[int], rounds: Sequence[Round], seats: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Return Buchholz and Sonneborn-Berger of each player."""
    played = [table for each in rounds for table in set(each.values()) if table is not None]
    more_opponents, more_beaten = extra_for_unplayed(numbers, rounds, seats)
    opponents, beaten = buchholz(played), sonneborn_berger(played)
    opponents.update(more_opponents)
    beaten.update(more_beaten)
    return {n: opponents[n] for n in numbers}, {n: beaten[n] for n in numbers}


def test_bye_counts_as_beating_an_opponent_of_equal_points() -> None:
    rounds = [round_of(win(0, 1), bye(2)), round_of(win(0, 2), bye(1))]
    opponents, beaten = sums((0, 1, 2), rounds, 2)
    assert opponents == {0: 12 + 12, 1: 24 + 12, 2: 24 + 12}
    assert beaten == {0: 2 * (12 + 12), 1: 2 * 12, 2: 2 * 12}


def test_void_or_missed_round_counts_as_losing_to_an_opponent_of_equal_points() -> None:
    void = DecidedTable((0, 1), ())
    opponents, beaten = sums((0, 1, 2), [round_of(void, bye(2)), round_of(win(0, 1))], 2)
    assert opponents == {0: 12 + 0, 1: 0 + 12, 2: 12 + 12}
    assert beaten == {0: 0, 1: 0, 2: 2 * 12}


def test_open_table_does_not_count() -> None:
    opponents, _ = sums((0, 1, 2), [{0: None, 1: None, 2: bye(2)}], 2)
    assert opponents == {0: 0, 1: 0, 2: 12}


def test_smaller_table_counts_an_extra_opponent_of_equal_points() -> None:
    """One table of three, the others of four."""
    opponents, beaten = sums((0, 1, 2), [round_of(DecidedTable((0, 1, 2), (1, 2, 3)))], 4)
    assert opponents == {0: 6 + 0 + 12, 1: 12 + 0 + 6, 2: 12 + 6 + 0}
    assert beaten == {0: 2 * 6 + 2 * 12, 1: 2 * 6 // 2, 2: 0}


def test_rounds_after_a_player_left_count_as_ties_for_their_opponents() -> None:
    rounds = [round_of(win(0, 1), win(2, 3)), round_of(win(0, 2), bye(3)), round_of(win(0, 3))]
    opponents, beaten = sums(range(4), rounds, 2)
    left, sat = 2 * 6, {2: 12 + 6, 3: 12}
    assert opponents[0] == (0 + left) + sat[2] + sat[3]
    assert beaten[0] == 2 * opponents[0]


def test_rounds_missed_before_returning_count_as_lost() -> None:
    rounds = [round_of(win(0, 1)), round_of(win(2, 0)), round_of(win(2, 1))]
    opponents, _ = sums(range(3), rounds, 2)
    assert opponents[2] == (12 + 6) + 0 + 24, "0, 1, and a virtual opponent"


def test_extra_counts_in_the_standings() -> None:
    played = [win(0, 1), bye(2)]
    lines = rank_players((0, 1, 2), played, (TieBreak.BUCHHOLZ,), b"seed", ({2: 12}, {}))
    assert [line.number for line in lines] == [2, 0, 1]
    assert lines[1].decided_by is TieBreak.BUCHHOLZ


def missed(player: int, rounds: Sequence[Round]) -> int:
    """Return how many rounds a player missed at the end."""
    sat = [number for number, each in enumerate(rounds, start=1) if player in each]
    return len(rounds) - max(sat, default=0)


@given(st.integers(3, 13), st.integers(2, 4), st.integers(1, 5), st.binary(max_size=4))
@settings(max_examples=full_or(200, 40), deadline=None)
def test_all_players_have_equally_many_opponents(
    people: int, seats: int, count: int, seed: bytes
) -> None:
    """Buchholz adds up equally many numbers for each player, each one the points of a player,
    despite byes, smaller tables, missed rounds and void matches.
    """
    rounds: list[Round] = []
    for number in range(count):
        here = [player for player in range(people) if draw(seed, number, "misses", player) % 5]
        here.sort(key=lambda player, number=number: draw(seed, number, player))  # type: ignore[misc]  # bound here
        tables: list[DecidedTable] = []
        for size in table_sizes(len(here), seats):
            table, here = tuple(here[:size]), here[size:]
            places = tuple(range(1, size + 1)) if draw(seed, number, *table) % 6 else ()
            tables.append(DecidedTable(table, places))
        rounds.append(round_of(*tables, *(bye(player) for player in here)))
    have = points([table for each in rounds for table in set(each.values()) if table is not None])
    low = min(have[player] for player in range(people))
    high = max(have[player] + 6 * missed(player, rounds) for player in range(people))
    opponents, beaten = sums(range(people), rounds, seats)
    met = count * (seats - 1)
    for player in range(people):
        assert met * low <= opponents[player] <= met * high
        assert 0 <= beaten[player] <= 2 * opponents[player]
