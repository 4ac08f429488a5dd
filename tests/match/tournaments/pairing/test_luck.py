"""Lots can be drawn again, and none tells anything of another."""

from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw, shuffled


def test_a_lot_is_the_same_everywhere() -> None:
    """A published pairing can still be checked when everything around it has changed."""
    assert draw(b"seed", "bye", 3, 7) == 400145936916580507
    assert shuffled(b"seed", "order", "abcdef") == ("d", "e", "f", "b", "c", "a")


def test_lots_differ_by_every_part() -> None:
    """However the parts are divided, and whether they are numbers or words."""
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
def test_shuffling_loses_nobody(seed: bytes, items: list[int]) -> None:
    """Everybody is there once, in the same order each time."""
    assert sorted(shuffled(seed, "order", items)) == sorted(items)
    assert shuffled(seed, "order", items) == shuffled(seed, "order", tuple(items))


def test_every_place_is_as_likely() -> None:
    """Of three, each comes first in about a third of all seeds."""
    first = [shuffled(bytes([a, b]), "order", (0, 1, 2))[0] for a in range(30) for b in range(100)]
    assert all(900 < first.count(one) < 1100 for one in range(3))
