"""Distributes buttons over rows: Discord accepts five per row, and a phone shows fewer per line.

A row that is too wide wraps, and the next row begins a new line (discord-api-docs #8351). If three
buttons with an emoji and a letter fit into a line, nine take four lines as rows of five and four,
but three lines as rows of three.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

IN_ROW = 5
"""Maximum buttons per row."""
LINE, GAP = 290.0, 8.0
"""Pixels of a line on a phone that is 390 pixels wide, and between two buttons."""
PADDING, EMOJI, CHARACTER, NARROWEST = 32, 28, 8, 60
"""Pixels of a button: padding, emoji with its gap, one character, and minimum width."""


def width(label: str | None, *, emoji: bool) -> float:
    natural = PADDING + EMOJI * emoji + CHARACTER * len(label or "")
    return min(LINE, max(NARROWEST, natural))


def lines(rows: Sequence[Sequence[float]]) -> int:
    taken = 0
    for row in rows:
        room = 0.0
        for wide in row:
            if room < wide:
                taken, room = taken + 1, LINE
            room -= wide + GAP
    return taken


def in_rows(buttons: Sequence[T], widths: Sequence[float], rows: int) -> list[list[T]]:
    """Distribute buttons over at most `rows` rows that take few lines on a phone; prefer
    few rows.
    """
    least = -(-len(buttons) // IN_ROW)
    assert least <= rows, "there is room for all"
    ways = [
        _sizes(len(buttons), number, size)
        for number in range(least, rows + 1)
        for size in range(IN_ROW, 1, -1)
    ]
    best = min(ways, key=lambda sizes: (lines(_cut(widths, sizes)), len(sizes)))
    return _cut(buttons, best)


def _sizes(count: int, rows: int, size: int) -> list[int]:
    """Return row sizes: as many rows of IN_ROW as needed, then rows of `size`."""
    missing = count - size * rows
    full = -(-missing // (IN_ROW - size)) if missing > 0 and size < IN_ROW else 0
    sizes = []
    for number in range(rows):
        taken = min(IN_ROW if number < full else size, count)
        if taken:
            sizes.append(taken)
        count -= taken
    return sizes


def _cut(items: Sequence[T], sizes: Sequence[int]) -> list[list[T]]:
    starts = [sum(sizes[:row]) for row in range(len(sizes))]
    return [list(items[start : start + size]) for start, size in zip(starts, sizes, strict=True)]
