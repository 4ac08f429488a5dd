"""Draws by lot, which are reproducible and independent."""

from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw, shuffle


def test_lot_is_reproducible() -> None:
    """Published pairings must stay verifiable in every later version."""
    assert draw(b"seed", "bye", 3, 7) == 400145936916580507
    assert shuffle(b"seed", "order", "abcdef") == ("d", "e", "f", "b", "c", "a")


def test_lots_differ_by_every_part_and_its_type() -> None:
    lots = [
        draw(b"a", "x", 1),
        draw(b"b", "x", 1),
        draw(b"a", "x", 2),
        draw(b"a", "x1"),
        draw(b"a", "x", "1"),
        draw(b"a", "x", 1, 1),
        draw(b"a", "x", 11),
        draw(b"ax", 1),
    ]
    assert len(set(lots)) == len(lots)
    assert all(0 <= lot < 2**64 for lot in lots)


@given(st.binary(max_size=40), st.lists(st.integers(), max_size=128))
def test_shuffling_is_a_reproducible_permutation(seed: bytes, items: list[int]) -> None:
    assert sorted(shuffle(seed, "order", items)) == sorted(items)
    assert shuffle(seed, "order", items) == shuffle(seed, "order", tuple(items))


def test_each_place_is_equally_likely() -> None:
    first = [shuffle(bytes([a, b]), "order", (0, 1, 2))[0] for a in range(30) for b in range(100)]
    assert all(900 < first.count(item) < 1100 for item in range(3))
