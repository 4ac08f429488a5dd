"""The colours that a sample of pictures needs most, searched once and stored in a file.

A palette has 256 entries. The colours of flat areas are known exactly, and the remaining entries
should go to the shades along edges, of which a sample contains thousands. Median cut over the whole
sample would waste entries: large areas attract most of them although their colours are already
there, and rare but important shades, such as the letters on a die, get none.

`choose` therefore works in rounds. Each round masks the pixels that are near a colour chosen so
far, runs median cut on the others only, and takes about half of the missing colours. The tolerance
shrinks from round to round, so that coarse gaps are filled before fine ones.

The search takes a third of a second per palette, too long for the first picture. Its results are in
`data/palettes.json`, by a digest of the whole input. If a drawing changes, so do its sample and the
digest: an outdated result is never used by mistake, and the only cost is another slow search.
"""

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from PIL import Image, ImageChops

from render.palette import SIZE, Palette, as_image
from render.theme import RGB

KEPT = Path(__file__).parent.parent / "data" / "palettes.json"
"""Stored results: colours as hexadecimal numbers, by digest of the input."""
ROUNDS = (9, 6, 3)
"""Tolerance per channel in each round, within which two colours count as equal."""


def chosen(sample: Image.Image, count: int, kept: Iterable[RGB]) -> tuple[RGB, ...]:
    """Return the `count` colours that an RGB sample needs most in addition to `kept`. Colours that
    are not in the file are searched; `python -m tests.render.record` updates the file.
    """
    kept = tuple(kept)
    recorded = _recorded().get(digest(sample, count, kept))
    return choose(sample, count, kept) if recorded is None else recorded


def flat_palette(name: str, flat: Iterable[RGB], sample: Image.Image, step: int) -> Palette:
    """Return a palette of the colours of flat areas, and of others that a sample needs. Each of the
    others differs from each flat one by at least `step` in some channel.
    """
    kept = tuple(dict.fromkeys(flat))
    additional = chosen(sample, SIZE - len(kept), kept)
    # Pillow looks up colours in coarse steps: a colour too near to a flat one would replace it.
    distinct = (
        colour for colour in additional if not any(_near(colour, one, step - 1) for one in kept)
    )
    colours = (*kept, *distinct)
    return Palette(name, colours, len(colours))


def digest(sample: Image.Image, count: int, kept: tuple[RGB, ...]) -> str:
    hashed = sha256(repr((sample.size, count, kept)).encode())
    hashed.update(sample.tobytes())
    return hashed.hexdigest()[:32]


@cache
def _recorded() -> dict[str, tuple[RGB, ...]]:
    recorded = json.loads(KEPT.read_text(encoding="utf-8"))
    return {key: _colours(numbers) for key, numbers in recorded.items()}


def _colours(numbers: str) -> tuple[RGB, ...]:
    channels = iter(bytes.fromhex(numbers))
    return tuple(zip(channels, channels, channels, strict=True))


def choose(sample: Image.Image, count: int, kept: Iterable[RGB]) -> tuple[RGB, ...]:
    colours = list(dict.fromkeys(kept))
    count_kept = len(colours)
    total = count_kept + count
    for near in ROUNDS:
        # Only pixels far from all chosen colours need more colours.
        left = _left_over(sample, tuple(colours), near)
        missing = -(-(total - len(colours)) // 2) if near != ROUNDS[-1] else total - len(colours)
        if not missing:
            break
        reduced = left.quantize(min(missing + 1, SIZE), Image.Quantize.MEDIANCUT, kmeans=4)
        channels = reduced.getpalette() or []
        for at in range(0, min(3 * missing, len(channels)), 3):
            colour = (channels[at], channels[at + 1], channels[at + 2])
            if len(colours) < total and not any(_near(colour, other, near) for other in colours):
                colours.append(colour)
    return tuple(colours[count_kept:])


def _near(first: RGB, second: RGB, tolerance: int) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(first, second, strict=True))


def _left_over(sample: Image.Image, colours: tuple[RGB, ...], tolerance: int) -> Image.Image:
    """Return the sample with all pixels near a chosen colour replaced by the first one."""
    nearest = sample.quantize(palette=as_image(colours), dither=Image.Dither.NONE).convert("RGB")
    red, green, blue = ImageChops.difference(sample, nearest).split()
    far = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    mask = far.point([255 * (n > tolerance) for n in range(256)])
    return Image.composite(sample, Image.new("RGB", sample.size, colours[0]), mask)
