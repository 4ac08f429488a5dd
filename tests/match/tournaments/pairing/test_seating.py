"""Nobody always sits first."""

from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.seating import sat_too, seated, times


def test_of_two_the_one_who_was_first_less_often_is_first() -> None:
    """What counts is first compared with second."""
    assert seated((3, 8), {3: (2, 0), 8: (1, 0)}, b"seed") == (8, 3)
    assert seated((3, 8), {3: (4, 4), 8: (2, 0)}, b"seed") == (3, 8)
    assert seated((3, 8), {3: (1, 2)}, b"seed") == (3, 8)


def test_at_a_larger_table_everybody_gets_a_seat_they_have_not_had() -> None:
    """If there is an order in which all of them do."""
    sat = {0: (1, 1, 1, 0), 1: (0, 1, 1, 1), 2: (1, 0, 1, 1), 3: (1, 1, 0, 1)}
    assert seated((0, 1, 2, 3), sat, b"seed") == (1, 2, 3, 0)


def test_newcomers_are_seated_by_lot() -> None:
    """Each of two sits first with about half of the seeds, whatever the round before gave."""
    by_seed = [seated((0, 1), {}, bytes([a, b])) for a in range(20) for b in range(20)]
    assert 150 < by_seed.count((0, 1)) < 250
    assert len({seated((0, 1), {}, b"seed", number) for number in range(20)}) == 2


@given(st.permutations(range(4)), st.integers(2, 4), st.binary(max_size=8))
def test_the_order_they_are_given_in_does_not_matter(
    people: list[int], size: int, seed: bytes
) -> None:
    """All of them sit, in the same seats."""
    table = people[:size]
    assert sorted(seated(table, {}, seed)) == sorted(table)
    assert seated(table, {}, seed) == seated(sorted(table), {}, seed)


@given(st.integers(2, 4), st.integers(1, 24), st.binary(max_size=8))
def test_who_always_meet_sit_everywhere_as_often(people: int, rounds: int, seed: bytes) -> None:
    """However many rounds they play."""
    sat: dict[int, tuple[int, ...]] = {}
    for number in range(rounds):
        for seat, one in enumerate(seated(range(people), sat, seed, number)):
            sat[one] = sat_too(sat.get(one, ()), seat)
    for one in range(people):
        often = [times(sat[one], seat) for seat in range(people)]
        assert max(often) - min(often) <= (1 if people == 2 else 2)
