"""From pixels to PNG bytes, small and fast: one fixed palette a theme, light compression."""

import io
from collections.abc import Iterable

from PIL import Image

from render.theme import RGB

LEVEL = 6
"""Of zlib. Lower levels make files a good deal larger; beyond 7 only time is spent."""
COLOURS = 160
"""Of a palette; fewer make smaller files."""


def make_palette(exact: Iterable[RGB], sample: Image.Image) -> Image.Image:
    """A palette for `encode`: colours kept as they are, the others chosen from a sample picture.

    Gradients belong among the exact ones, or they show bands. `exact` gives
    four fifths of the colours at most.
    """
    kept = list(dict.fromkeys(exact))[: COLOURS * 4 // 5]
    rest = sample.convert("RGB").quantize(COLOURS - len(kept), Image.Quantize.MEDIANCUT, kmeans=2)
    numbers = [channel for colour in kept for channel in colour] + (rest.getpalette() or [])
    # Pillow takes a palette of 256; the places left over repeat the first colour.
    numbers += numbers[:3] * (256 - len(numbers) // 3)
    made = Image.new("P", (1, 1))
    made.putpalette(numbers[: 3 * 256])
    return made


def encode(image: Image.Image, palette: Image.Image | None = None) -> bytes:
    """The picture as PNG, in the nearest colours of the palette; without one, in its own."""
    if palette is None:
        few = image.quantize(256, Image.Quantize.MEDIANCUT)
    else:
        few = image.quantize(palette=palette, dither=Image.Dither.NONE)
    held = io.BytesIO()
    few.save(held, "PNG", compress_level=LEVEL)
    return held.getvalue()
