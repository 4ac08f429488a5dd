"""From pixels to PNG bytes, small and fast."""

import io

from PIL import Image

from render.palette import Palette

LEVEL = 2
"""Of zlib, for pictures that players wait for."""
LARGE = 78_000
"""Bytes; what is larger is worth more time."""
LATER = 7
"""Of zlib, for the others."""


def encode_numbers(image: Image.Image, palette: Palette) -> bytes:
    """A picture of palette numbers as PNG."""
    shown = image.copy()
    shown.putpalette(palette.numbers)
    held = io.BytesIO()
    shown.save(held, "PNG", compress_level=LEVEL)
    if held.tell() > LARGE:
        held = io.BytesIO()
        shown.save(held, "PNG", compress_level=LATER)
    return held.getvalue()


def encode(image: Image.Image, palette: Palette | None = None) -> bytes:
    """An RGB picture as PNG, in the nearest colours of the palette; without one, in its own."""
    if palette is None:
        few = image.quantize(256, Image.Quantize.MEDIANCUT)
    else:
        few = image.quantize(palette=palette.image, dither=Image.Dither.NONE)
    held = io.BytesIO()
    few.save(held, "PNG", compress_level=LATER)
    return held.getvalue()
