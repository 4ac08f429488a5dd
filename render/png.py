"""Encodes pictures in palette numbers as PNG, and reuses the compressed rows of earlier pictures.

Compression takes about a third of the time of a board, yet two boards in a row differ in few
places. A usual PNG is a single deflate stream in which every byte can refer to earlier ones, so one
changed pixel means compressing everything again.

Here each band of BAND rows is compressed separately: it starts with an empty window and ends with a
full flush at a byte boundary. Such bands can be joined in any order, so a band whose rows were seen
before comes from the cache. Only two parts depend on the whole stream, and both are cheap: the
header is constant, and the Adler-32 of the rows is combined from those of the bands.

Because bands never refer to each other, the bytes of a file don't depend on the cache's content. If
they did, the same board would have different bytes in every process, and tests that compare cached
drawing with drawing from scratch would fail at random.

The price is compression: a band cannot refer to the rows above it. LEVELS makes up for that, since
large pictures are compressed again at a higher level.
"""

import struct
from collections.abc import Iterator
from functools import partial

from PIL import Image

try:
    from zlib_ng import zlib_ng as zlib
except ImportError:  # it has no wheel for this processor
    import zlib  # type: ignore[no-redef]

from render.memory import Memory
from render.palette import Palette
from render.picture import Picture

BAND = 24
"""Rows per band. Smaller bands change less often, larger ones compress better."""
LEVELS = (2, 5, 9)
"""The zlib levels to try, fastest first."""
LARGE = 78_000
"""Bytes. A larger picture is compressed again at the next level."""
ROOM = 2_000_000
"""Maximum number of bytes for compressed bands and their keys: about thirty boards."""
_WINDOW = -14
"""Raw deflate with a window of about half a band; a larger window takes longer to set up."""
_END = b"\x03\x00"
_PRIME = 65_521


class Raster:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        # In PNG, a 0 before each row means "not filtered". Here the 0 is the last byte of the
        # previous row, so `bands` adds a 0 at the start and drops the one at the end.
        self._rows = bytearray((width + 1) * height)
        self.image = Image.frombuffer("L", (width, height), self._rows, "raw", "L", width + 1, 1)
        """Shares the raster's memory. An IndexedCanvas draws on it in place; ImageDraw and
        `Image.paste` would copy it first.
        """

    def fill(self, number: int) -> None:
        self.image.im.paste(number, (0, 0, self.width, self.height))

    def lay(self, numbers: Image.Image) -> None:
        self.image.im.paste(numbers.im, (0, 0, *numbers.size))

    def bands(self) -> Iterator[bytes]:
        length, rows = (self.width + 1) * BAND, memoryview(self._rows)[:-1]
        yield b"\0" + rows[: length - 1]
        for start in range(length - 1, len(rows), length):
            yield bytes(rows[start : start + length])


BANDS: Memory[bytes] = Memory(ROOM, lambda band: len(band) + 500)
"""Compressed bands: deflate blocks that end at a byte boundary and refer to nothing before them."""


def as_picture(raster: Raster, palette: Palette, alt: str) -> Picture:
    return Picture(encode_raster(raster, palette), raster.width, raster.height, alt)


def encode_raster(raster: Raster, palette: Palette) -> bytes:
    rows = list(raster.bands())
    # The two checksums are computed faster than a hash, and among a few thousand bands two
    # practically never share both.
    keys = [(zlib.crc32(row), zlib.adler32(row)) for row in rows]
    for level in LEVELS:
        bands = [
            BANDS.get((level, key), partial(_compress, row, level))
            for key, row in zip(keys, rows, strict=True)
        ]
        if sum(map(len, bands)) <= LARGE:
            break
    checksum = 1
    for (_, adler), row in zip(keys, rows, strict=True):
        checksum = _combined_checksum(checksum, adler, len(row))
    # Eight bits per pixel; colour type 3 means palette numbers.
    header = struct.pack(">IIBBBBB", raster.width, raster.height, 8, 3, 0, 0, 0)
    # The zlib header for a window of 2 ** -_WINDOW bytes, then raw deflate, then the checksum.
    stream = [b"\x68\x05", *bands, _END, struct.pack(">I", checksum)]
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            *_chunk(b"IHDR", header),
            *_chunk(b"PLTE", bytes(palette.numbers)),
            *_chunk(b"IDAT", b"".join(stream)),
            *_chunk(b"IEND", b""),
        )
    )


def _compress(rows: bytes, level: int) -> bytes:
    deflate = zlib.compressobj(level, zlib.DEFLATED, _WINDOW)
    # `join` copies. The results are the starts of larger buffers, whose ends would stay unused.
    return b"".join((deflate.compress(rows), deflate.flush(zlib.Z_FULL_FLUSH)))


def _combined_checksum(before: int, after: int, length: int) -> int:
    """Combine the Adler-32 of two runs of bytes; `length` is the length of the second."""
    low, high = before & 0xFFFF, before >> 16
    joined = low + (after & 0xFFFF) - 1
    return (joined % _PRIME) | ((high + (after >> 16) + length * (low - 1)) % _PRIME) << 16


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, ...]:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", checksum)
