"""Drawing helpers: smooth shapes, soft shadows, text that fits its place."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.fonts import Weight, font
from render.theme import RGB

SMOOTH = 4
"""Shapes are drawn so many times too large and reduced, which smooths their edges."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are just outside."""


def smooth(
    width: int, height: int, draw: Callable[[ImageDraw.ImageDraw, int], None]
) -> Image.Image:
    """A transparent picture on which `draw` drew at SMOOTH times the size, reduced."""
    large = Image.new("RGBA", (width * SMOOTH, height * SMOOTH), (0, 0, 0, 0))
    draw(ImageDraw.Draw(large), SMOOTH)
    # Reduced with premultiplied alpha, or edges would be mixed with the transparent black.
    return large.convert("RGBa").reduce(SMOOTH).convert("RGBA")


@lru_cache(maxsize=64)
def _corner(radius: int) -> Image.Image:
    """The mask of a rounded top left corner."""
    large = Image.new("L", (radius * SMOOTH, radius * SMOOTH), 0)
    reach = 2 * radius * SMOOTH
    ImageDraw.Draw(large).ellipse((0, 0, reach - 1, reach - 1), fill=255)
    return large.reduce(SMOOTH)


@lru_cache(maxsize=48)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """A mask of a rectangle with round corners. Not to be changed."""
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    if radius < 1:
        return mask
    corner = _corner(radius)
    mirrored = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    mask.paste(corner, (0, 0))
    mask.paste(mirrored, (width - radius, 0))
    mask.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, height - radius))
    mask.paste(
        mirrored.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (width - radius, height - radius)
    )
    return mask


@lru_cache(maxsize=24)
def _shadow_mask(width: int, height: int, radius: int, blur: int, strength: int) -> Image.Image:
    mask = Image.new("L", (width + 4 * blur, height + 4 * blur), 0)
    flat = rounded_mask(width, height, radius).point([strength * n // 255 for n in range(256)])
    mask.paste(flat, (2 * blur, 2 * blur))
    return mask.filter(ImageFilter.BoxBlur(blur))


class Canvas:
    """A picture being drawn, opaque, in RGB."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self._draw = ImageDraw.Draw(image)

    @property
    def width(self) -> int:
        """Pixels."""
        return self.image.width

    @property
    def height(self) -> int:
        """Pixels."""
        return self.image.height

    def panel(
        self, box: Box, radius: int, fill: RGB, edge: RGB | None = None, line: int = 2
    ) -> None:
        """A rectangle with round corners, with a line along its inside."""
        left, top, right, bottom = box
        if edge is not None:
            self._fill(box, radius, edge)
            inner = (left + line, top + line, right - line, bottom - line)
            self._fill(inner, max(radius - line, 1), fill)
        else:
            self._fill(box, radius, fill)

    def _fill(self, box: Box, radius: int, fill: RGB) -> None:
        left, top, right, bottom = box
        self.image.paste(fill, box, rounded_mask(right - left, bottom - top, radius))

    def shadow(self, box: Box, radius: int, blur: int, colour: RGB, strength: int = 120) -> None:
        """A soft shadow of such a rectangle."""
        left, top, right, bottom = box
        mask = _shadow_mask(right - left, bottom - top, radius, blur, strength)
        self.image.paste(colour, (left - 2 * blur, top - 2 * blur), mask)

    def veil(self, box: Box, radius: int, colour: RGB, strength: int) -> None:
        """A translucent rectangle with round corners, `strength` 0 to 255."""
        left, top, right, bottom = box
        mask = rounded_mask(right - left, bottom - top, radius)
        self.image.paste(colour, box, mask.point([strength * n // 255 for n in range(256)]))

    def sprite(self, sprite: Image.Image, x: int, y: int) -> None:
        """A sprite with its centre at a point."""
        self.image.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), sprite)

    def line(self, points: Sequence[tuple[int, int]], colour: RGB, width: int) -> None:
        """A line through the points."""
        self._draw.line(list(points), fill=colour, width=width, joint="curve")

    def text(
        self,
        x: int,
        y: int,
        text: str,
        size: int,
        colour: RGB,
        *,
        weight: Weight = Weight.BOLD,
        anchor: str = "lm",
        room: int | None = None,
        outline: tuple[int, RGB] | None = None,
    ) -> int:
        """One line of text, its width in pixels; shortened to `room` pixels with an ellipsis.

        The anchor is Pillow's: l, m or r, then m for the middle or s for the baseline.
        """
        face = font(weight, size)
        if room is not None:
            text = fitted(text, weight, size, room)
        stroke, stroke_colour = outline or (0, colour)
        self._draw.text(
            (x, y),
            text,
            font=face,
            fill=colour,
            anchor=anchor,
            stroke_width=stroke,
            stroke_fill=stroke_colour,
        )
        return round(face.getlength(text))


def text_width(text: str, weight: Weight, size: int) -> int:
    """How many pixels wide one line of text is."""
    return round(font(weight, size).getlength(text))


def fitted(text: str, weight: Weight, size: int, room: int) -> str:
    """The text, or as much of its beginning as has room, with an ellipsis."""
    if text_width(text, weight, size) <= room:
        return text
    kept = text
    while kept and text_width(kept.rstrip() + "…", weight, size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…" if kept else ""


def size_that_fits(text: str, weight: Weight, sizes: Sequence[int], room: int) -> int:
    """The first of these sizes, largest first, at which the text has room; else the last."""
    return next((size for size in sizes if text_width(text, weight, size) <= room), sizes[-1])


def wrapped(text: str, weight: Weight, size: int, room: int, lines: int) -> tuple[str, ...]:
    """The text broken at blanks into at most so many lines, the last one shortened."""
    done: list[str] = []
    line = ""
    left = text.split()
    while left:
        longer = f"{line} {left[0]}".strip()
        if line and text_width(longer, weight, size) > room:
            if len(done) == lines - 1:
                done.append(fitted(" ".join([line, *left]), weight, size, room))
                return tuple(done)
            done.append(fitted(line, weight, size, room))
            line = ""
        else:
            line = longer
            left.pop(0)
    return tuple(fitted(each, weight, size, room) for each in [*done, line] if each)
