"""Seats within a table, so that no player always sits first."""

from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.seating import count_seat, seat_players, times


def test_player_who_sat_first_less_often_sits_first() -> None:
    assert seat_players((3, 8), {3: (2, 0), 8: (1, 0)}, b"seed") == (8, 3)
    assert seat_players((3, 8), {3: (4, 4), 8: (2, 0)}, b"seed") == (3, 8)
    assert seat_players((3, 8), {3: (1, 2)}, b"seed") == (3, 8)


def test_players_at_larger_tables_get_seats_they_have_not_had() -> None:
    sat = {0: (1, 1, 1, 0), 1: (0, 1, 1, 1), 2: (1, 0, 1, 1), 3: (1, 1, 0, 1)}
    assert seat_players((0, 1, 2, 3), sat, b"seed") == (1, 2, 3, 0)


def test_newcomers_are_seated_by_lot_each_round() -> None:
    by_seed = [seat_players((0, 1), {}, bytes([a, b])) for a in range(20) for b in range(20)]
    assert 150 < by_seed.count((0, 1)) < 250
    assert len({seat_players((0, 1), {}, b"seed", number) for number in range(20)}) == 2


@given(st.permutations(range(4)), st.integers(2, 4), st.binary(max_size=8))
def test_seats_do_not_depend_on_the_order_of_players(
    people: list[int], size: int, seed: bytes
) -> None:
    table = people[:size]
    assert sorted(seat_players(table, {}, seed)) == sorted(table)
    assert seat_players(table, {}, seed) == seat_players(sorted(table), {}, seed)


@given(st.integers(2, 4), st.integers(1, 24), st.binary(max_size=8))
def test_players_who_always_meet_sit_in_each_seat_equally_often(
    people: int, rounds: int, seed: bytes
) -> None:
    sat: dict[int, tuple[int, ...]] = {}
    for number in range(rounds):
        for seat, player in enumerate(seat_players(range(people), sat, seed, number)):
            sat[player] = count_seat(sat.get(player, ()), seat)
    for player in range(people):
        often = [times(sat[player], seat) for seat in range(people)]
        assert max(often) - min(often) <= (1 if people == 2 else 2)
