"""From pixels in RGB to PNG bytes in few colours. Boards are written by render.png."""

import io
from collections.abc import Iterable

from PIL import Image

from render.palette import Palette
from render.picture import Picture, join_facts

LEVEL = 4
"""The zlib level."""


def encode(image: Image.Image, palette: Palette | None = None) -> bytes:
    """An RGB picture as PNG, in the nearest colours of the palette, or of one made for it."""
    if palette is None:
        few = image.quantize(256, Image.Quantize.MEDIANCUT)
    else:
        few = image.quantize(palette=palette.image, dither=Image.Dither.NONE)
    return png(few, LEVEL)


def png(image: Image.Image, level: int) -> bytes:
    """A picture as it is as PNG, compressed with this zlib level."""
    held = io.BytesIO()
    image.save(held, "PNG", compress_level=level)
    return held.getvalue()


def as_picture(image: Image.Image, facts: Iterable[str], palette: Palette | None = None) -> Picture:
    """A finished RGB picture; its alt text has as many of the facts as fit."""
    return Picture(encode(image, palette), *image.size, join_facts(facts))
