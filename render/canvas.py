"""A canvas with smooth shapes, shadows and text that fits its box."""

import math
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TypeVar

from PIL import Image, ImageDraw

from render.theme import RGB, Theme
from render.typography.clusters import clusters
from render.typography.fonts import Weight
from render.typography.runs import FONTS
from render.typography.typeset import width, write

SCALE = 0.75
"""Pixels per unit. Layouts are in units; a board is 1200 units wide."""
SMOOTH = 3
"""Oversampling: shapes are drawn this many times too large and then reduced."""

CLEAR = 110

T = TypeVar("T")
Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are exclusive."""


def dots(units: float) -> int:
    return round(units * SCALE)


def smooth(
    width: float, height: float, draw: Callable[[ImageDraw.ImageDraw, float], None]
) -> Image.Image:
    """Return a transparent sprite with smooth edges; width and height in units.

    `draw` receives an enlarged picture to draw on, and its pixels per unit.
    """
    across = dots(width) * SMOOTH
    large = Image.new("RGBA", (across, dots(height) * SMOOTH), (0, 0, 0, 0))
    draw(ImageDraw.Draw(large), across / width)
    # Premultiplied alpha keeps the edges from mixing with the transparent black.
    return large.convert("RGBa").reduce(SMOOTH).convert("RGBA")


def crisp(sprite: Image.Image, ground: RGB) -> Image.Image:
    """Return the sprite without half-transparent pixels; its edges are blended with `ground`."""
    flat = Image.new("RGB", sprite.size, ground)
    flat.paste(sprite, (0, 0), sprite)
    flat.putalpha(sprite.getchannel("A").point([255 * (n >= CLEAR) for n in range(256)]))
    return flat


def standing_points(middle: float, half: float, radius: float) -> list[tuple[float, float]]:
    """Return the outline of a rounded square balanced on a corner; `half` is half its side."""
    points = []
    reach = (half - radius) * 2**0.5
    for quarter in range(4):
        x = middle + reach * (1, 0, -1, 0)[quarter]
        y = middle + reach * (0, 1, 0, -1)[quarter]
        for part in range(9):
            turn = math.radians(90 * quarter - 45 + 90 * part / 8)
            points.append((x + radius * math.cos(turn), y + radius * math.sin(turn)))
    return points


@lru_cache(maxsize=64)
def corner_mask(radius: int) -> Image.Image:
    large = Image.new("L", (radius * SMOOTH, radius * SMOOTH), 0)
    reach = 2 * radius * SMOOTH
    ImageDraw.Draw(large).ellipse((0, 0, reach - 1, reach - 1), fill=255)
    return large.reduce(SMOOTH)


@lru_cache(maxsize=4)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rectangle with round corners. It is shared, so don't draw on it."""
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    if radius < 1:
        return mask
    corner = corner_mask(radius)
    mirrored = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    mask.paste(corner, (0, 0))
    mask.paste(mirrored, (width - radius, 0))
    mask.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, height - radius))
    mask.paste(
        mirrored.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (width - radius, height - radius)
    )
    return mask


@lru_cache(maxsize=48)
def full_mask(width: int, height: int) -> Image.Image:
    """Return the mask of a tile that fills its rectangle; width and height in units."""
    return Image.new("1", (dots(width), dots(height)), 1)


def _real(box: Box) -> Box:
    left, top, right, bottom = box
    return dots(left), dots(top), dots(right), dots(bottom)


def _corner(sprite: Image.Image, x: int, y: int) -> tuple[int, int]:
    return dots(x) - sprite.width // 2, dots(y) - sprite.height // 2


class Canvas:
    """An opaque RGB picture to draw on; positions and sizes are in units."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    @property
    def width(self) -> int:
        return round(self.image.width / SCALE)

    @property
    def height(self) -> int:
        return round(self.image.height / SCALE)

    def part(self, key: Hashable, draw: Callable[[], T]) -> T:
        """Draw a part of the picture, and return the result of `draw`.

        A canvas can cache the part under `key`. The key must name everything that the part depends
        on: its content, its position, and anything below it except the canvas's own ground.
        """
        assert key is not None
        return draw()

    def panel(
        self,
        box: Box,
        radius: int,
        fill: RGB,
        edge: RGB | None = None,
        line: int = 2,
        ground: RGB | None = None,
    ) -> None:
        """Draw a rectangle with round corners, with a line in the colour `edge` along its inner
        edge if one is given.

        `ground` is the colour behind the corners. By default it is taken from the picture at their
        tips.
        """
        left, top, right, bottom = real = _real(box)
        if edge is not None:
            self._fill(real, dots(radius), edge, ground)
            thickness = max(dots(line), 1)
            inner = (left + thickness, top + thickness, right - thickness, bottom - thickness)
            self._fill(inner, max(dots(radius) - thickness, 1), fill, edge)
        else:
            self._fill(real, dots(radius), fill, ground)

    def _fill(self, box: Box, radius: int, fill: RGB, ground: RGB | None = None) -> None:
        assert ground is None or len(ground) == 3
        left, top, right, bottom = box
        self.image.paste(fill, box, rounded_mask(right - left, bottom - top, radius))

    def shadow(self, box: Box, radius: int, colour: RGB, down: int = 5) -> None:
        left, top, right, bottom = box
        self._fill(_real((left, top + down, right, bottom + down)), dots(radius), colour)

    def card(
        self,
        box: Box,
        radius: int,
        theme: Theme,
        *,
        fill: RGB | None = None,
        edge: RGB | None = None,
        line: int = 2,
        down: int = 5,
    ) -> None:
        self.shadow(box, radius, theme.shade, down)
        self.panel(box, radius, fill or theme.paper, edge or theme.paper_edge, line)

    def sprite(self, sprite: Image.Image, x: int, y: int, ground: RGB | None = None) -> None:
        """Draw a sprite centred on a point.

        Its edges are blended with the picture. A canvas that can't do that blends them with
        `ground`, or else with the colour at the sprite's upper left corner.
        """
        assert ground is None or len(ground) == 3
        self.image.paste(sprite, _corner(sprite, x, y), sprite)

    def stamp(
        self, key: Hashable, make: Callable[[], Image.Image], x: int, y: int, ground: RGB
    ) -> None:
        """Draw the sprite that `make` returns. A canvas can cache it under `key`."""
        assert key is not None
        self.sprite(make(), x, y, ground)

    def tile(
        self, key: Hashable, make: Callable[[], Image.Image], mask: Image.Image, x: int, y: int
    ) -> None:
        """Draw an RGB picture, centred on a point, through a mask that is either on or off at each
        pixel.

        A canvas can cache the result of `make` under `key`.
        """
        assert key is not None
        self.image.paste(make(), _corner(mask, x, y), mask)

    def text(
        self,
        x: int,
        y: int,
        text: str,
        size: int | Sequence[int],
        colour: RGB,
        *,
        weight: Weight = Weight.BOLD,
        anchor: str = "lm",
        room: int | None = None,
        outline: tuple[int, RGB] | None = None,
    ) -> int:
        """Write one line of text, shortened to `room` with an ellipsis; return its width.

        If several sizes are given, the first at which the text fits is used. The anchor is
        Pillow's: l, m or r, then m for the middle or s for the baseline.
        """
        if not isinstance(size, int):
            assert room is not None, "several sizes need a width that the text has to fit into"
            size = size_that_fits(text, weight, size, room)
        if room is not None:
            text = fitted(text, weight, size, room)
        self.put_text(dots(x), dots(y), text, weight, size, colour, anchor, outline)
        return text_width(text, weight, size)

    def put_text(
        self,
        x: int,
        y: int,
        text: str,
        weight: Weight,
        size: int,
        colour: RGB,
        anchor: str,
        outline: tuple[int, RGB] | None,
    ) -> None:
        edge = None if outline is None else (dots(outline[0]), outline[1])
        write(self.image, (x, y), text, weight, dots(size), colour, anchor=anchor, outline=edge)


@lru_cache(maxsize=4096)
def text_width(text: str, weight: Weight, size: int) -> int:
    """Return the width of a line of text, in units."""
    return round(width(text, weight, dots(size)) / SCALE)


@lru_cache(maxsize=1024)
def fitted(text: str, weight: Weight, size: int, room: int) -> str:
    """Shorten the text with an ellipsis if it is wider than `room`."""
    if text_width(text, weight, size) <= room:
        return text
    letters = list(clusters(text))
    while letters and text_width("".join(letters).rstrip() + "…", weight, size) > room:
        letters.pop()
    return "".join(letters).rstrip() + "…" if letters else ""


FONTS.when_changed(text_width.cache_clear)
FONTS.when_changed(fitted.cache_clear)


def size_that_fits(text: str, weight: Weight, sizes: Sequence[int], room: int) -> int:
    return next((size for size in sizes if text_width(text, weight, size) <= room), sizes[-1])


def wrapped(text: str, weight: Weight, size: int, room: int, lines: int) -> tuple[str, ...]:
    """Break the text at blanks into at most `lines` lines, and shorten the last one if
    necessary.
    """
    finished: list[str] = []
    line = ""
    words = text.split()
    while words:
        longer = f"{line} {words[0]}".strip()
        if line and text_width(longer, weight, size) > room:
            if len(finished) == lines - 1:
                finished.append(fitted(" ".join([line, *words]), weight, size, room))
                return tuple(finished)
            finished.append(fitted(line, weight, size, room))
            line = ""
        else:
            line = longer
            words.pop(0)
    return tuple(fitted(each, weight, size, room) for each in [*finished, line] if each)


def evenly(text: str, weight: Weight, size: int, room: int) -> tuple[str, ...]:
    """Break the text into two lines of similar width if it does not fit on one.

    If two lines are not enough, the second is shortened.
    """
    lines = wrapped(text, weight, size, room, 2)
    if len(lines) < 2 or lines[-1].endswith("…"):
        return lines
    parts = text.split()
    broken = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
    return min(broken, key=lambda pair: max(text_width(line, weight, size) for line in pair))
