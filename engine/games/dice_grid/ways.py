"""Ways (paths) of the marker: the possible lengths from square to square, and an example of each.

A way follows rows and columns with at most two turns of 90 degrees and enters no square twice.
Marked squares don't block it, so one table serves all matches.
"""

from functools import cache
from itertools import pairwise

Lengths = tuple[tuple[int, ...], ...]


@cache
def lengths(size: int) -> tuple[Lengths, ...]:
    """Return the possible numbers of steps by start and end: 5,232 on a 6 by 6 grid in total."""
    squares = range(size * size)
    return tuple(tuple(_lengths(size, start, end) for end in squares) for start in squares)


def _lengths(size: int, start: int, end: int) -> tuple[int, ...]:
    """Return the lengths from each square. Each row and column is tried as the middle part, between
    the two turns.
    """
    (y0, x0), (y1, x1) = divmod(start, size), divmod(end, size)
    steps = set()
    if y0 != y1:
        steps |= {abs(x - x0) + abs(y1 - y0) + abs(x1 - x) for x in range(size)}
    if x0 != x1:
        steps |= {abs(y - y0) + abs(x1 - x0) + abs(y1 - y) for y in range(size)}
    return tuple(sorted(steps))


@cache
def way(size: int, start: int, end: int, steps: int) -> tuple[int, ...]:
    """Return the squares of a way with this number of steps; raise ValueError if there is none.

    Prefers few turns, then leaving along the row, then the leftmost or topmost turn.
    """
    (y0, x0), (y1, x1) = divmod(start, size), divmod(end, size)
    candidates = []
    for x in range(size):
        if y0 != y1 and abs(x - x0) + abs(y1 - y0) + abs(x1 - x) == steps:
            corners = ((y0, x0), (y0, x), (y1, x), (y1, x1))
            candidates.append((sum(x != other for other in (x0, x1)), 0, x, corners))
    for y in range(size):
        if x0 != x1 and abs(y - y0) + abs(x1 - x0) + abs(y1 - y) == steps:
            corners = ((y0, x0), (y, x0), (y, x1), (y1, x1))
            candidates.append((sum(y != other for other in (y0, y1)), 1, y, corners))
    if not candidates:
        raise ValueError(f"no way of {steps} steps leads from square {start} to {end}")
    corners = min(candidates)[-1]
    squares = [start]
    for (from_y, from_x), (to_y, to_x) in pairwise(corners):
        dy, dx = _sign(to_y - from_y), _sign(to_x - from_x)
        for _ in range(abs(to_y - from_y) + abs(to_x - from_x)):
            squares.append(squares[-1] + dy * size + dx)
    return tuple(squares)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
