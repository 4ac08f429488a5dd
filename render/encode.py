"""Encodes RGB pictures as PNG with few colours. Boards are encoded by render.png."""

import io
from collections.abc import Iterable

from PIL import Image

from render.palette import Palette
from render.picture import Picture, join_facts

LEVEL = 4


def encode(image: Image.Image, palette: Palette | None = None) -> bytes:
    """Encode an RGB picture with the colours of the palette, or with 256 chosen for it."""
    if palette is None:
        few = image.quantize(256, Image.Quantize.MEDIANCUT)
    else:
        few = image.quantize(palette=palette.image, dither=Image.Dither.NONE)
    return png(few, LEVEL)


def png(image: Image.Image, level: int) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=level)
    return file.getvalue()


def emoji_png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.quantize(64, Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def as_picture(image: Image.Image, facts: Iterable[str], palette: Palette | None = None) -> Picture:
    return Picture(encode(image, palette), *image.size, join_facts(facts))
