"""From pixels to PNG bytes, small and fast: one fixed palette a theme, light compression."""

import io
from collections.abc import Iterable

from PIL import Image

from render.theme import RGB

LEVEL = 3
"""Of zlib. Level 1 makes files a good deal larger, and beyond 4 only time is spent."""
COLOURS = 256


def make_palette(exact: Iterable[RGB], sample: Image.Image) -> Image.Image:
    """A palette for `encode`: colours kept as they are, the others chosen from a sample picture.

    Gradients belong among the exact ones, or they show bands. At most half of
    the colours are taken from `exact`.
    """
    kept = list(dict.fromkeys(exact))[: COLOURS // 2]
    rest = sample.convert("RGB").quantize(COLOURS - len(kept), Image.Quantize.MEDIANCUT)
    numbers = [channel for colour in kept for channel in colour] + (rest.getpalette() or [])
    numbers += numbers[:3] * (COLOURS - len(numbers) // 3)
    made = Image.new("P", (1, 1))
    made.putpalette(numbers[: 3 * COLOURS])
    return made


def encode(image: Image.Image, palette: Image.Image) -> bytes:
    """The picture as PNG, in the colours of the palette that are nearest."""
    few = image.quantize(palette=palette, dither=Image.Dither.NONE)
    held = io.BytesIO()
    few.save(held, "PNG", compress_level=LEVEL)
    return held.getvalue()
