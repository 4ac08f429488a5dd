"""What a place at a table is worth."""

from collections.abc import Sequence

WIN = 12
"""What the first at a table gets, and who has a bye, in quarter points."""


def quarters(places: Sequence[int]) -> tuple[int, ...]:
    """The quarter points for these places at one table of at most 4, in the same order.

    The first gets 12, the last 0 and those between them evenly less; who tie share evenly what
    their places are worth together. One alone gets 12.
    """
    if len(places) == 1:
        return (WIN,)
    return tuple(_shared(places, place) for place in places)


def _shared(places: Sequence[int], place: int) -> int:
    """What each of those with this place gets."""
    better = sum(other < place for other in places)
    equal = sum(other == place for other in places)
    last = len(places) - 1
    worth = [WIN * (last - rank) // last for rank in range(better, better + equal)]
    return sum(worth) // equal
