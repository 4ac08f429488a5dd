"""PNG files: small, and in the right colours."""

import io

from PIL import Image

from render.encode import COLOURS, encode, make_palette


def read(data: bytes) -> Image.Image:
    """The picture of a file."""
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "PNG"
        assert image.mode == "P"
        return image.convert("RGB")


def gradient() -> Image.Image:
    """Many colours."""
    wide = Image.linear_gradient("L")
    return Image.merge("RGB", (wide, wide.rotate(90), wide.rotate(180)))


def test_exact_colours_survive() -> None:
    """Colours given as exact come back as they were, beside any sample."""
    exact = [(1, 2, 3), (200, 100, 50), (254, 254, 0)]
    palette = make_palette(exact, gradient())
    image = Image.new("RGB", (30, 10), exact[0])
    image.paste(exact[1], (10, 0, 20, 10))
    image.paste(exact[2], (20, 0, 30, 10))
    again = read(encode(image, palette))
    assert [again.getpixel((x, 5)) for x in (5, 15, 25)] == exact


def test_few_colours() -> None:
    """A palette holds COLOURS, the sample's among them, however many are exact."""
    exact = [(n, 0, 0) for n in range(256)]
    palette = make_palette(exact, gradient())
    used = read(encode(gradient(), palette)).getcolors(1 << 16)
    assert used is not None
    assert 10 < len(used) <= COLOURS


def test_own_colours() -> None:
    """Without a palette a picture is reduced to colours of its own."""
    image = gradient()
    used = read(encode(image)).getcolors(1 << 16)
    assert used is not None
    assert 100 < len(used) <= 256
