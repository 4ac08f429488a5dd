"""Which colours a sample of pictures needs most: looked for once, and kept in a file."""

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from PIL import Image, ImageChops

from render.palette import SIZE, Palette, as_image
from render.theme import RGB

KEPT = Path(__file__).parent.parent / "data" / "palettes.json"
"""Colours as hexadecimal numbers, by the digest of what they were chosen from."""
ROUNDS = (9, 6, 3)
"""How much colours may differ in a channel and still count as equal, round by round."""


def chosen(sample: Image.Image, count: int, kept: Iterable[RGB]) -> tuple[RGB, ...]:
    """The `count` colours that an RGB sample needs most beside the `kept` ones.

    To look for them takes a third of a second. Those of today's samples lie in `data/`, so that
    the first picture need not wait; `python -m tests.render.record` writes them again.
    """
    kept = tuple(kept)
    found = _found().get(digest(sample, count, kept))
    return choose(sample, count, kept) if found is None else found


def flat_palette(name: str, flat: Iterable[RGB], sample: Image.Image, step: int) -> Palette:
    """Return a palette of the colours of flat areas and those that a sample needs beside them.

    The others differ from each flat one by at least `step` in some channel.
    """
    kept = tuple(dict.fromkeys(flat))
    found = chosen(sample, SIZE - len(kept), kept)
    # Pillow looks colours up in rough steps: one that is too near would take a flat one's place.
    apart = (colour for colour in found if not any(_near(colour, one, step - 1) for one in kept))
    colours = (*kept, *apart)
    return Palette(name, colours, len(colours))


def digest(sample: Image.Image, count: int, kept: tuple[RGB, ...]) -> str:
    """What names all that the chosen colours follow from."""
    asked = sha256(repr((sample.size, count, kept)).encode())
    asked.update(sample.tobytes())
    return asked.hexdigest()[:32]


@cache
def _found() -> dict[str, tuple[RGB, ...]]:
    found = json.loads(KEPT.read_text(encoding="utf-8"))
    return {key: _colours(numbers) for key, numbers in found.items()}


def _colours(numbers: str) -> tuple[RGB, ...]:
    channels = iter(bytes.fromhex(numbers))
    return tuple(zip(channels, channels, channels, strict=True))


def choose(sample: Image.Image, count: int, kept: Iterable[RGB]) -> tuple[RGB, ...]:
    """What `chosen` gives, looked for in the sample."""
    known = list(dict.fromkeys(kept))
    before = len(known)
    many = before + count
    for near in ROUNDS:
        # Only pixels far from all colours so far ask for more of them.
        left = _left_over(sample, tuple(known), near)
        wanted = -(-(many - len(known)) // 2) if near != ROUNDS[-1] else many - len(known)
        if not wanted:
            break
        made = left.quantize(min(wanted + 1, SIZE), Image.Quantize.MEDIANCUT, kmeans=4)
        flat = made.getpalette() or []
        for at in range(0, min(3 * wanted, len(flat)), 3):
            colour = (flat[at], flat[at + 1], flat[at + 2])
            if len(known) < many and not any(_near(colour, other, near) for other in known):
                known.append(colour)
    return tuple(known[before:])


def _near(one: RGB, other: RGB, near: int) -> bool:
    return all(abs(a - b) <= near for a, b in zip(one, other, strict=True))


def _left_over(sample: Image.Image, known: tuple[RGB, ...], near_by: int) -> Image.Image:
    """The sample, with the first colour in place of all pixels that are near a known colour."""
    near = sample.quantize(palette=as_image(known), dither=Image.Dither.NONE).convert("RGB")
    red, green, blue = ImageChops.difference(sample, near).split()
    far = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    mask = far.point([255 * (n > near_by) for n in range(256)])
    return Image.composite(sample, Image.new("RGB", sample.size, known[0]), mask)
