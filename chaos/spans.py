"""Stretches of time: lists of (from, until), sorted, with gaps between them."""

from collections.abc import Iterable

Spans = list[tuple[float, float]]
EVER = float("inf")


def union(spans: Iterable[tuple[float, float]]) -> Spans:
    """All the time in any of them."""
    found: Spans = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def both(one: Spans, other: Spans) -> Spans:
    """The time that is in both."""
    pairs = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return union(pairs)


def without(spans: Spans, gone: Spans) -> Spans:
    """The time that is in the first and not in the second."""
    left = spans
    for start, end in gone:
        left = [
            piece
            for a, b in left
            for piece in ((a, min(b, start)), (max(a, end), b))
            if piece[0] < piece[1]
        ]
    return left


def length(spans: Spans) -> float:
    """The sum of their lengths."""
    return sum(end - start for start, end in spans)
