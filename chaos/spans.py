"""Stretches of time: sorted lists of (from, until) with gaps between them."""

from collections.abc import Iterable

Spans = list[tuple[float, float]]
EVER = float("inf")


def union(spans: Iterable[tuple[float, float]]) -> Spans:
    merged: Spans = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def both(first: Spans, second: Spans) -> Spans:
    pairs = ((max(a, c), min(b, d)) for a, b in first for c, d in second)
    return union(pairs)


def without(spans: Spans, gone: Spans) -> Spans:
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
    return sum(end - start for start, end in spans)
