"""From pixels to PNG bytes, small and fast."""

import io
from collections.abc import Iterable

from PIL import Image

from render.palette import Palette
from render.picture import Picture, join_facts

LEVEL = 2
"""The zlib level for pictures that players wait for."""
LARGE = 78_000
"""Bytes; larger files are compressed again at LATER."""
LATER = 7
"""The zlib level for the others."""


def encode_numbers(image: Image.Image, palette: Palette) -> bytes:
    """A picture of palette numbers as PNG."""
    shown = image.copy()
    shown.putpalette(palette.numbers)
    data = png(shown, LEVEL)
    return data if len(data) <= LARGE else png(shown, LATER)


def encode(image: Image.Image, palette: Palette | None = None) -> bytes:
    """An RGB picture as PNG, in the nearest colours of the palette, or of one made for it."""
    if palette is None:
        few = image.quantize(256, Image.Quantize.MEDIANCUT)
    else:
        few = image.quantize(palette=palette.image, dither=Image.Dither.NONE)
    return png(few, LATER)


def png(image: Image.Image, level: int) -> bytes:
    """A picture as it is as PNG, compressed with this zlib level."""
    held = io.BytesIO()
    image.save(held, "PNG", compress_level=level)
    return held.getvalue()


def as_picture(image: Image.Image, facts: Iterable[str], palette: Palette | None = None) -> Picture:
    """A finished RGB picture; its alt text has as many of the facts as fit."""
    return Picture(encode(image, palette), *image.size, join_facts(facts))
