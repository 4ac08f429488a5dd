"""PNG files written in bands."""

import io
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import png
from render.palette import Palette
from render.png import BAND, BANDS, Raster, encode_raster

PALETTE = Palette("any", [(n, 255 - n, n // 2) for n in range(200)], 200)


def noise(width: int, height: int, seed: int, colours: int = 200) -> Image.Image:
    """Return numbers that hardly compress, the same for the same seed."""
    numbers = bytearray()
    state = seed or 1
    for _ in range(width * height):
        state = state * 1_103_515_245 + 12_345 & 0x7FFF_FFFF
        numbers.append((state >> 16) % colours)
    return Image.frombytes("L", (width, height), bytes(numbers))


def raster(image: Image.Image) -> Raster:
    filled = Raster(*image.size)
    filled.lay(image)
    return filled


def opened(data: bytes) -> Image.Image:
    """Read the file with Pillow, including its checksums."""
    with Image.open(io.BytesIO(data)) as image:
        image.verify()
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        return image


@given(st.integers(1, 90), st.integers(1, 3 * BAND), st.integers(0, 99))
def test_pillow_reads_back_pixels_and_palette(width: int, height: int, seed: int) -> None:
    image = noise(width, height, seed)
    again = opened(encode_raster(raster(image), PALETTE))
    assert (again.mode, again.size) == ("P", image.size)
    assert again.tobytes() == image.tobytes()
    assert again.getpalette() == PALETTE.numbers


def test_zlib_replaces_the_faster_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "zlib", zlib)
    BANDS.clear()
    image = noise(60, 3 * BAND, 5)
    assert opened(encode_raster(raster(image), PALETTE)).tobytes() == image.tobytes()
    BANDS.clear()


@given(st.lists(st.integers(0, 5), min_size=1, max_size=5), st.integers(0, 99))
def test_bytes_do_not_depend_on_the_cache(changed: list[int], seed: int) -> None:
    image = noise(50, 6 * BAND - 7, seed)
    for band in changed:
        image.paste(band, (3, band * BAND, 20, band * BAND + 5))
        kept = encode_raster(raster(image), PALETTE)
        BANDS.clear()
        assert encode_raster(raster(image), PALETTE) == kept


def test_only_changed_bands_are_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    compressed: list[int] = []
    compress = png._compress

    def counted(rows: bytes, level: int) -> bytes:
        compressed.append(len(rows))
        return compress(rows, level)

    monkeypatch.setattr(png, "_compress", counted)
    BANDS.clear()
    image = noise(40, 5 * BAND, 3)
    counts = []
    for number in (None, None, 7):
        if number is not None:
            image.paste(number, (0, BAND + 1, 9, BAND + 3))
        encode_raster(raster(image), PALETTE)
        counts.append(len(compressed))
        compressed.clear()
    assert counts == [5, 0, 1]


def test_a_large_picture_takes_the_next_level(monkeypatch: pytest.MonkeyPatch) -> None:
    image = Image.linear_gradient("L").resize((300, 200)).rotate(30).point(lambda n: n * 0.7)
    files = {}
    for level in png.LEVELS:
        with monkeypatch.context() as patch:
            patch.setattr(png, "LEVELS", (level,))
            files[level] = encode_raster(raster(image), PALETTE)
    quick, better, best = files.values()
    assert len(quick) > len(better) > len(best)
    assert encode_raster(raster(image), PALETTE) == quick
    frame = len(encode_raster(Raster(1, 1), PALETTE))
    for large, expected in ((len(quick) - frame, better), (len(better) - frame, best), (1, best)):
        monkeypatch.setattr(png, "LARGE", large)
        encoded = encode_raster(raster(image), PALETTE)
        assert encoded == expected
        assert opened(encoded).tobytes() == image.tobytes()


def test_drawing_on_the_image_changes_the_rows() -> None:
    drawn = Raster(30, 10)
    drawn.fill(5)
    drawn.image.im.paste(9, (0, 0, 3, 2))
    rows = b"".join(drawn.bands())
    assert rows[:5] == bytes((0, 9, 9, 9, 5))
    assert rows[31 * 2 : 31 * 2 + 3] == bytes((0, 5, 5))
    assert len(rows) == 31 * 10
