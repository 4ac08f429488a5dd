"""The characters that a font file supports, read from its `cmap` table.

Loading a font with FreeType just to look up its characters would take too much memory: a machine
can have hundreds of fonts, some of many megabytes.
"""

import struct
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

Range = tuple[int, int]

COLOURED = frozenset({b"CBDT", b"sbix", b"COLR"})
"""Tables that mark colour fonts, in the formats that FreeType can draw."""
_BEST = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
"""Platform and encoding of the Unicode tables, best first: those for all planes come first."""


@dataclass(frozen=True, slots=True)
class Coverage:
    starts: Sequence[int] = ()
    ends: Sequence[int] = ()
    coloured: bool = False

    def __contains__(self, character: str) -> bool:
        at = bisect_right(self.starts, ord(character)) - 1
        return at >= 0 and ord(character) <= self.ends[at]

    def __iter__(self) -> Iterator[str]:
        for start, end in zip(self.starts, self.ends, strict=True):
            yield from map(chr, range(start, end + 1))


@lru_cache(maxsize=1024)
def coverage(path: Path) -> Coverage:
    """Return the coverage of the first font in a file; empty if the file is not a readable font."""
    try:
        with path.open("rb") as file:
            return _read(file)
    except (OSError, struct.error, ValueError, IndexError, OverflowError):
        return Coverage()


def _read(file: BinaryIO) -> Coverage:
    (kind,) = struct.unpack(">4s", file.read(4))
    if kind == b"ttcf":
        file.seek(12)
        (first,) = struct.unpack(">I", file.read(4))
        file.seek(first + 4)
    (count,) = struct.unpack(">H6x", file.read(8))
    tables = {
        tag: (offset, length)
        for tag, offset, length in struct.iter_unpack(">4s4xII", file.read(16 * count))
    }
    if b"cmap" not in tables:
        return Coverage()
    offset, length = tables[b"cmap"]
    file.seek(offset)
    ranges = _merged(_ranges(file.read(length)))
    return Coverage(
        # Arrays take a tenth of the memory of tuples, and a machine can have hundreds of fonts.
        array("I", [start for start, _ in ranges]),
        array("I", [end for _, end in ranges]),
        not COLOURED.isdisjoint(tables),
    )


def _merged(ranges: Iterator[Range]) -> list[Range]:
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _ranges(table: bytes) -> Iterator[Range]:
    (count,) = struct.unpack_from(">2xH", table)
    offsets = {
        (platform, encoding): offset
        for platform, encoding, offset in struct.iter_unpack(">HHI", table[4 : 4 + 8 * count])
    }
    at = next((offsets[kind] for kind in _BEST if kind in offsets), None)
    if at is None:
        return
    (form,) = struct.unpack_from(">H", table, at)
    if form == 12:
        yield from _segmented(table, at)
    elif form == 4:
        yield from _basic(table, at)


def _segmented(table: bytes, at: int) -> Iterator[Range]:
    """Read format 12: code points of all planes."""
    (groups,) = struct.unpack_from(">I", table, at + 12)
    for start, end, glyph in struct.iter_unpack(">III", table[at + 16 : at + 16 + 12 * groups]):
        # Glyph 0 is the box for missing characters.
        start += glyph == 0
        if start <= end <= 0x10FFFF:
            yield start, end


def _basic(table: bytes, at: int) -> Iterator[Range]:
    """Read format 4: code points of the basic plane."""
    segments = struct.unpack_from(">H", table, at + 6)[0] // 2
    layout = f">{segments}H"

    def column(number: int, extra: int) -> tuple[int, ...]:
        return struct.unpack_from(layout, table, at + 14 + extra + 2 * segments * number)

    ends, starts, deltas, offsets = column(0, 0), column(1, 2), column(2, 2), column(3, 2)
    base = at + 16 + 6 * segments
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            # Offsets count from their own position in the table, so `number` is part of it.
            if offsets[number]:
                where = base + 2 * number + offsets[number] + 2 * (code - start)
                (glyph,) = struct.unpack_from(">H", table, where)
                if not glyph:
                    continue
            if (glyph + deltas[number]) & 0xFFFF:
                yield code, code
