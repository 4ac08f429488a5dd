"""Palettes and PNG files."""

import io
from functools import cache

from PIL import Image

from render.chosen_colours import choose
from render.encode import encode
from render.palette import SHADES, SIZE, Palette
from render.png import Raster, encode_raster
from render.theme import RGB

EXACT: list[RGB] = [(1, 2, 3), (200, 100, 50), (254, 254, 0)]


def read(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "PNG"
        assert image.mode == "P"
        return image.convert("RGB")


def gradient() -> Image.Image:
    wide = Image.linear_gradient("L")
    return Image.merge("RGB", (wide, wide.rotate(90), wide.rotate(180)))


@cache
def palette_of_gradient() -> Palette:
    """Return three exact colours and others that the gradient needs."""
    rest = choose(gradient(), 100, EXACT)
    return Palette("any", [*EXACT, *rest], 60)


def test_palette_colours_are_encoded_exactly() -> None:
    palette = palette_of_gradient()
    image = Image.new("RGB", (30, 10), EXACT[0])
    numbers = Image.new("L", (30, 10), palette.number(EXACT[0]))
    raster = Raster(30, 10)
    for at, colour in ((10, EXACT[1]), (20, EXACT[2])):
        image.paste(colour, (at, 0, at + 10, 10))
        numbers.paste(palette.number(colour), (at, 0, at + 10, 10))
    raster.lay(numbers)
    for data in (encode(image, palette), encode_raster(raster, palette)):
        again = read(data)
        assert [again.getpixel((x, 5)) for x in (5, 15, 25)] == EXACT
    assert palette.reduce(image).tobytes() == numbers.tobytes()


def test_a_missing_colour_becomes_the_nearest_common_one() -> None:
    palette = Palette("any", [(0, 0, 0), (250, 250, 250), (100, 0, 0)], 2)
    assert palette.number((100, 0, 0)) == 2
    assert palette.number((101, 0, 0)) == 0
    red = Image.new("RGB", (2, 2), (101, 0, 0))
    assert palette.reduce(red).getpixel((0, 0)) == 0
    assert palette.reduce(red, common=False).getpixel((0, 0)) == 2


def test_a_blend_has_a_limited_number_of_steps() -> None:
    palette = palette_of_gradient()
    table = palette.blend(palette.number(EXACT[0]), EXACT[2])
    assert len(table) == 256
    assert (table[0], table[255]) == (0, 2)
    assert 2 < len(set(table)) <= SHADES


def test_a_palette_is_cut_to_256_colours() -> None:
    palette = Palette(
        "any", [(n, n // 2, 0) for n in range(255)] + [(0, 0, n) for n in range(99)], 9
    )
    assert len(palette.colours) == SIZE
    assert len(palette.numbers) == 3 * SIZE


def test_encoding_without_a_palette_chooses_colours() -> None:
    used = read(encode(gradient())).getcolors(1 << 16)
    assert used is not None
    assert 100 < len(used) <= 256
