"""Where a marker can go: the lengths of all ways from square to square, and one way of each.

A way goes from square to square along rows and columns with at most two turns of 90 degrees and
enters no square twice. What is marked doesn't bar it, so one table serves all matches.
"""

from functools import cache
from itertools import pairwise

Lengths = tuple[tuple[int, ...], ...]


@cache
def lengths(size: int) -> tuple[Lengths, ...]:
    """By start and end, the numbers of steps that a way may take, ascending; () for none.

    5,232 of them on a grid of 6 by 6, up to 15 steps.
    """
    squares = range(size * size)
    return tuple(tuple(_lengths(size, start, end) for end in squares) for start in squares)


def _lengths(size: int, start: int, end: int) -> tuple[int, ...]:
    """A way with two turns runs along one row or column between its turns; this tries each."""
    (y0, x0), (y1, x1) = divmod(start, size), divmod(end, size)
    found = set()
    if y0 != y1:
        found |= {abs(x - x0) + abs(y1 - y0) + abs(x1 - x) for x in range(size)}
    if x0 != x1:
        found |= {abs(y - y0) + abs(x1 - x0) + abs(y1 - y) for y in range(size)}
    return tuple(sorted(found))


@cache
def way(size: int, start: int, end: int, steps: int) -> tuple[int, ...]:
    """The squares of a way of that length, from start to end, both among them.

    Of several: the one with the fewest turns, then the one that leaves along its row, then the
    one that turns nearest to the left or to the top. Raises ValueError if there is none.
    """
    (y0, x0), (y1, x1) = divmod(start, size), divmod(end, size)
    found = []
    for x in range(size):
        if y0 != y1 and abs(x - x0) + abs(y1 - y0) + abs(x1 - x) == steps:
            corners = ((y0, x0), (y0, x), (y1, x), (y1, x1))
            found.append((sum(x != other for other in (x0, x1)), 0, x, corners))
    for y in range(size):
        if x0 != x1 and abs(y - y0) + abs(x1 - x0) + abs(y1 - y) == steps:
            corners = ((y0, x0), (y, x0), (y, x1), (y1, x1))
            found.append((sum(y != other for other in (y0, y1)), 1, y, corners))
    if not found:
        raise ValueError(f"no way of {steps} steps leads from square {start} to {end}")
    corners = min(found)[-1]
    squares = [start]
    for (from_y, from_x), (to_y, to_x) in pairwise(corners):
        dy, dx = _sign(to_y - from_y), _sign(to_x - from_x)
        for _ in range(abs(to_y - from_y) + abs(to_x - from_x)):
            squares.append(squares[-1] + dy * size + dx)
    return tuple(squares)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
