"""A canvas of palette numbers: edges are blended by lookup, so nothing is converted at the end.

Every sprite, corner and line of text is made once per colour that it lies on, and kept.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Box, Canvas, T, corner_mask, dots
from render.memory import Memory
from render.palette import Palette
from render.theme import RGB
from render.typography.fonts import Weight, font, is_plain
from render.typography.runs import FONTS
from render.typography.typeset import Line, begin, line

PARTS_ROOM = 2_500_000
"""How many bytes of pastes are kept at most."""
_PASTE = 300
"""Bytes of a paste, without its pixels: they belong to stamps and runs of text."""

Paste = tuple[Any, ...]
"""The arguments of `ImagingCore.paste`: pixels or a number, the box, and perhaps a mask."""


class Part(NamedTuple):
    """How a part of a picture is drawn."""

    pastes: tuple[Paste, ...]
    result: Any
    """What the function that drew it gave."""


PARTS: Memory[Part] = Memory(PARTS_ROOM, lambda part: _PASTE * (len(part.pastes) + 1))
FONTS.when_changed(PARTS.clear)


ROOM = 8_000_000
"""How many bytes of pixels are kept in stamps at most."""
FAINT = 6
"""Pixels with less alpha than this are not drawn."""


class Stamp(NamedTuple):
    """Pixels ready to be pasted."""

    pixels: Image.Image
    mask: Image.Image | None
    """255 for pixels that cover, else 0; None if all do."""
    source: object
    """What they were made from, kept so that no other object gets its id."""
    size: int
    """Bytes."""


STAMPS: Memory[Stamp] = Memory(ROOM, lambda stamp: stamp.size)


class IndexedCanvas(Canvas):
    """Draws into an "L" picture whose values are numbers of one palette."""

    def __init__(
        self, image: Image.Image, palette: Palette, ground: Hashable | None = None
    ) -> None:
        """`ground` says what the image shows so far; parts are kept only where that is known."""
        super().__init__(image)
        self._palette = palette
        self._key = None if ground is None else (palette, image.size, ground)
        pixels = image.load()
        assert pixels is not None, "a picture in memory"
        self._at = pixels
        # A board takes some four hundred small pastes, and Image.paste would double their time.
        self._core = image.im
        self._pastes: list[Paste] = []

    def part(self, key: Hashable, draw: Callable[[], T]) -> T:
        """See Canvas."""
        if self._key is None:
            return draw()
        whole = (self._key, key)
        part = PARTS.find(whole)
        if part is None:
            begin = len(self._pastes)
            result = draw()
            PARTS.keep(whole, Part(tuple(self._pastes[begin:]), result))
            return result
        for paste in part.pastes:
            self._core.paste(*paste)
        self._pastes += part.pastes
        known: T = part.result
        return known

    def _paste(self, *paste: Any) -> None:
        self._core.paste(*paste)
        self._pastes.append(paste)

    def _put(self, pixels: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        box = (x, y, x + pixels.width, y + pixels.height)
        if mask is None:
            self._paste(pixels.im, box)
        else:
            self._paste(pixels.im, box, mask.im)

    def _ground(self, x: int, y: int) -> int:
        x = min(max(x, 0), self.image.width - 1)
        y = min(max(y, 0), self.image.height - 1)
        number = self._at[x, y]
        assert isinstance(number, int), "one channel"
        return number

    def _fill(self, box: Box, radius: int, fill: RGB, ground: RGB | None = None) -> None:
        left, top, right, bottom = box
        number = self._palette.number(fill)
        radius = min(radius, (right - left) // 2, (bottom - top) // 2)
        paste = self._paste
        if radius < 2:
            paste(number, box)
            return
        below = None if ground is None else self._palette.number(ground)
        for x, y, turn, gx, gy in (
            (left, top, 0, left, top),
            (right - radius, top, 1, right - 1, top),
            (left, bottom - radius, 2, left, bottom - 1),
            (right - radius, bottom - radius, 3, right - 1, bottom - 1),
        ):
            under = self._ground(gx, gy) if below is None else below
            pixels, mask = _corner(radius, turn, self._palette.blend(under, fill))
            self._put(pixels, x, y, mask)
        paste(number, (left + radius, top, right - radius, bottom))
        paste(number, (left, top + radius, left + radius, bottom - radius))
        paste(number, (right - radius, top + radius, right, bottom - radius))

    def sprite(self, sprite: Image.Image, x: int, y: int, ground: RGB | None = None) -> None:
        """See Canvas."""
        left, top = dots(x) - sprite.width // 2, dots(y) - sprite.height // 2
        colour = self._palette.colours[self._ground(left, top)] if ground is None else ground
        key = (id(sprite), colour, self._palette.theme)
        stamp = STAMPS.get(key, lambda: self._stamp(sprite, colour))
        self._put(stamp.pixels, left, top, stamp.mask)

    def _stamp(
        self,
        sprite: Image.Image,
        ground: RGB,
        *,
        keep: bool = True,
        common: bool = True,
    ) -> Stamp:
        flat = Image.new("RGB", sprite.size, ground)
        flat.paste(sprite, (0, 0), sprite)
        mask = _seen(sprite.getchannel("A").tobytes(), sprite.size)
        pixels = self._palette.reduce(flat, common=common)
        size = sprite.width * sprite.height
        return Stamp(pixels, mask, sprite if keep else None, size)

    def stamp(
        self, key: Hashable, make: Callable[[], Image.Image], x: int, y: int, ground: RGB
    ) -> None:
        """See Canvas."""
        stamp = STAMPS.get(
            (key, ground, self._palette.theme),
            lambda: self._stamp(make(), ground, keep=False),
        )
        pixels = stamp.pixels
        self._put(pixels, dots(x) - pixels.width // 2, dots(y) - pixels.height // 2, stamp.mask)

    def tile(
        self, key: Hashable, make: Callable[[], Image.Image], mask: Image.Image, x: int, y: int
    ) -> None:
        """See Canvas."""

        def made() -> Stamp:
            pixels = self._palette.reduce(make())
            return Stamp(pixels, None, None, pixels.width * pixels.height)

        stamp = STAMPS.get((key, self._palette.theme), made)
        left, top = dots(x) - mask.width // 2, dots(y) - mask.height // 2
        self._put(stamp.pixels, left, top, mask)

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
        """See Canvas; without outlines, and on a ground of one colour."""
        assert outline is None, "outlined text is drawn on pictures in RGB only"
        if not is_plain(text):
            self._line(x, y, text, weight, size, colour, anchor)
            return
        left, top, right, bottom = text_box(text, weight, size, anchor)
        left, top = x + left, y + top
        if x + right > left and y + bottom > top:
            table = self._palette.blend(self._ground(left, top), colour)
            self._put(_run(text, weight, size, anchor, table), left, top)

    def _line(
        self, x: int, y: int, text: str, weight: Weight, size: int, colour: RGB, anchor: str
    ) -> None:
        """Draw text in several fonts or directions, or with emoji."""
        x, base = begin((x, y), text, weight, dots(size), anchor)
        made = _made(text, weight, size)
        ground = self._ground(x, y)
        table = self._palette.blend(ground, colour)
        left, top = x - made.left, base - made.rise
        seen = made.mask.point([255 * (n >= FAINT) for n in range(256)])
        self._put(made.mask.point(list(table)), left, top, seen)
        under = self._palette.colours[ground]
        for picture, dx, dy in made.emoji:
            # Emoji use all colours of the palette, so they are kept per palette.
            key = (id(picture), under, self._palette)
            stamp = STAMPS.get(key, partial(self._stamp, picture, under, common=False))
            self._put(stamp.pixels, left + dx, top + dy, stamp.mask)


@lru_cache(maxsize=128)
def _seen(alpha: bytes, size: tuple[int, int]) -> Image.Image:
    """The mask of a sprite with this alpha: dice of one size share it, whatever they show."""
    return Image.frombytes("L", size, alpha).point([255 * (n >= FAINT) for n in range(256)])


@lru_cache(maxsize=64)
def _made(text: str, weight: Weight, size: int) -> Line:
    return line(text, weight, dots(size))


FONTS.when_changed(_made.cache_clear)


@lru_cache(maxsize=256)
def _corner(radius: int, turn: int, table: bytes) -> tuple[Image.Image, Image.Image]:
    """A round corner and its mask: 0 top left, 1 top right, 2 bottom left, 3 bottom right."""
    mask, covered = _turned_corner(radius, turn)
    return mask.point(list(table)), covered


@lru_cache(maxsize=64)
def _turned_corner(radius: int, turn: int) -> tuple[Image.Image, Image.Image]:
    """How much a corner covers, and where it covers enough to be seen."""
    mask = corner_mask(radius)
    if turn % 2:
        mask = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if turn > 1:
        mask = mask.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return mask, mask.point([255 * (n >= 14) for n in range(256)])


@lru_cache(maxsize=2048)
def text_box(text: str, weight: Weight, size: int, anchor: str) -> Box:
    """Where a line of text lies around its anchor, in pixels."""
    left, top, right, bottom = font(weight, dots(size)).getbbox(text, anchor=anchor)
    return round(left), round(top), round(right), round(bottom)


@lru_cache(maxsize=1024)
def _run(text: str, weight: Weight, size: int, anchor: str, table: bytes) -> Image.Image:
    left, top, right, bottom = text_box(text, weight, size, anchor)
    mask = Image.new("L", (right - left, bottom - top), 0)
    pen = ImageDraw.Draw(mask)
    pen.text((-left, -top), text, font=font(weight, dots(size)), fill=255, anchor=anchor)
    return mask.point(list(table))
