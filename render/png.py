"""PNG files of palette numbers, compressed in bands of rows: a band seen before is not done again.

Each band is a run of deflate blocks of its own, so files don't depend on what was kept.
"""

import struct
import zlib
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from PIL import Image

from render.memory import Memory
from render.palette import Palette

BAND = 24
"""Rows of a band. Lower ones change less often, higher ones compress better."""
LEVELS = (2, 4, 7)
"""The zlib levels to try, the quickest first."""
LARGE = 78_000
"""Bytes; larger pictures are compressed with the next level."""
ROOM = 4_000_000
"""How many bytes of compressed bands are kept at most: some sixty boards."""
_WINDOW = -14
"""Raw deflate, looking back over half a band; a wider window takes longer to set up."""
_END = b"\x03\x00"
"""An empty last block of deflate."""
_PRIME = 65_521
"""The modulus of Adler-32."""


class Raster:
    """A picture of palette numbers that lies in memory as PNG wants it."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        # A 0 before each row says that it is not filtered. Here it follows the row before.
        self._rows = bytearray((width + 1) * height)
        self.image = Image.frombuffer("L", (width, height), self._rows, "raw", "L", width + 1, 1)
        """Shares its memory. An IndexedCanvas draws on it in place; ImageDraw and `Image.paste`
        would take a copy first."""

    def fill(self, number: int) -> None:
        """Give all pixels this number."""
        self.image.im.paste(number, (0, 0, self.width, self.height))

    def lay(self, numbers: Image.Image) -> None:
        """Put a picture into the upper left corner."""
        self.image.im.paste(numbers.im, (0, 0, *numbers.size))

    def bands(self) -> Iterator[bytes]:
        """All rows, BAND at a time."""
        length, rows = (self.width + 1) * BAND, memoryview(self._rows)[:-1]
        yield b"\0" + rows[: length - 1]
        for start in range(length - 1, len(rows), length):
            yield bytes(rows[start : start + length])


class Band(NamedTuple):
    """Compressed rows."""

    data: bytes
    """Deflate blocks that end at a byte and refer to nothing before them."""
    checksum: int
    """The Adler-32 of the rows."""


BANDS: Memory[Band] = Memory(ROOM, lambda band: len(band.data) + 200)


def encode_raster(raster: Raster, palette: Palette) -> bytes:
    """The picture as a PNG file."""
    rows = list(raster.bands())
    # Of 64 bits: among some thousand bands two alike are not to be expected in a million years.
    keys = [hash(row) for row in rows]
    for level in LEVELS:
        bands = [
            BANDS.get((level, key), partial(_compress, row, level))
            for key, row in zip(keys, rows, strict=True)
        ]
        if sum(len(band.data) for band in bands) <= LARGE:
            break
    checksum = 1
    for band, row in zip(bands, rows, strict=True):
        checksum = _joined(checksum, band.checksum, len(row))
    header = struct.pack(">IIBBBBB", raster.width, raster.height, 8, 3, 0, 0, 0)
    stream = [b"\x68\x05", *(band.data for band in bands), _END, struct.pack(">I", checksum)]
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            *_chunk(b"IHDR", header),
            *_chunk(b"PLTE", bytes(palette.numbers)),
            *_chunk(b"IDAT", b"".join(stream)),
            *_chunk(b"IEND", b""),
        )
    )


def _compress(rows: bytes, level: int) -> Band:
    deflate = zlib.compressobj(level, zlib.DEFLATED, _WINDOW)
    data = deflate.compress(rows) + deflate.flush(zlib.Z_FULL_FLUSH)
    return Band(data, zlib.adler32(rows))


def _joined(before: int, after: int, length: int) -> int:
    """The Adler-32 of two runs of bytes from those of each; `length` is that of the second."""
    low, high = before & 0xFFFF, before >> 16
    joined = low + (after & 0xFFFF) - 1
    return (joined % _PRIME) | ((high + (after >> 16) + length * (low - 1)) % _PRIME) << 16


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, ...]:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", checksum)
