"""A canvas of palette numbers, which blends edges by table.

Drawing in RGB and reducing the picture to 256 colours afterwards takes several times as long as
drawing palette numbers from the start. But palette numbers can't be blended by arithmetic: number 6
is not a colour between those of 3 and 9. `Palette.blend` gives a table from coverage to the number
of the nearest blended colour instead. Such a table is valid for one ground colour only, so each
sprite, corner and run of text is converted and cached once per ground colour that it is drawn on.

`part` goes further and records the finished paste operations of a whole area, such as a panel. If
nothing in it has changed, drawing means replaying those pastes without any measuring, blending or
lookup. Its key must name everything that the area depends on, or the board would show an earlier
state.

Recorded pastes share their pixels with the stamps. Because a key contains `id(sprite)`, a stamp
must keep its sprite alive: otherwise a new object could get the same id and be drawn as the old
sprite.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from PIL import Image, ImageDraw

from render.canvas import Box, Canvas, T, corner_mask, dots
from render.memory import Memory
from render.palette import Palette
from render.theme import RGB
from render.typography.fonts import Weight, font, is_plain
from render.typography.runs import FONTS
from render.typography.typeset import TextLine, begin, line

PARTS_ROOM = 2_500_000
_PASTE = 300
"""Bytes per paste, without its pixels, which belong to stamps and runs of text."""
_PART = 2_000
"""Bytes of a part's key and result: the dice that it shows, and their layout."""

Paste = tuple[Any, ...]
"""Arguments of `ImagingCore.paste`: pixels or a number, the box, and possibly a mask."""


class RecordedPart(NamedTuple):
    pastes: tuple[Paste, ...]
    result: Any


PARTS: Memory[RecordedPart] = Memory(PARTS_ROOM, lambda part: _PASTE * len(part.pastes) + _PART)
FONTS.when_changed(PARTS.clear)


ROOM = 9_000_000
_STAMP = 2_000
"""Bytes of a stamp without its pixels: its key, two images of Pillow and their lines."""
FAINT = 6
"""Pixels with less alpha than this are not drawn."""


class Stamp(NamedTuple):
    pixels: Image.Image
    mask: Image.Image | None
    """255 for opaque pixels, else 0; None if all are opaque."""
    source: object
    """The sprite, kept alive so that no other object gets its id."""
    size: int


STAMPS: Memory[Stamp] = Memory(ROOM, lambda stamp: stamp.size + _STAMP)


class IndexedCanvas(Canvas):
    def __init__(
        self, image: Image.Image, palette: Palette, ground: Hashable | None = None
    ) -> None:
        """Draw on an image whose content `ground` identifies. Without `ground`, parts are not
        cached.
        """
        super().__init__(image)
        self._palette = palette
        self._key = None if ground is None else (palette, image.size, ground)
        pixels = image.load()
        assert pixels is not None, "the picture must be loaded"
        self._at = pixels
        # Use the core directly: a board takes about four hundred small pastes, and Image.paste
        # would double their time.
        self._core = image.im
        self._pastes: list[Paste] = []

    def part(self, key: Hashable, draw: Callable[[], T]) -> T:
        if self._key is None:
            return draw()
        full_key = (self._key, key)
        part = PARTS.find(full_key)
        if part is None:
            begin = len(self._pastes)
            result = draw()
            PARTS.keep(full_key, RecordedPart(tuple(self._pastes[begin:]), result))
            return result
        for paste in part.pastes:
            self._core.paste(*paste)
        self._pastes += part.pastes
        result_before: T = part.result
        return result_before

    def _paste(self, *paste: Any) -> None:
        self._core.paste(*paste)
        self._pastes.append(paste)

    def _put(self, pixels: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        # Pillow's `width` and `height` are functions that call `size`.
        width, height = pixels.size
        box = (x, y, x + width, y + height)
        paste = (pixels.im, box) if mask is None else (pixels.im, box, mask.im)
        self._core.paste(*paste)
        self._pastes.append(paste)

    def _ground(self, x: int, y: int) -> int:
        width, height = self.image.size
        number = self._at[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]
        assert isinstance(number, int), "an L picture must have a single channel"
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
        width, height = sprite.size
        left, top = dots(x) - width // 2, dots(y) - height // 2
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
        mask = _visible_mask(sprite.getchannel("A").tobytes(), sprite.size)
        pixels = self._palette.reduce(flat, common=common)
        size = sprite.width * sprite.height
        return Stamp(pixels, mask, sprite if keep else None, size)

    def stamp(
        self, key: Hashable, make: Callable[[], Image.Image], x: int, y: int, ground: RGB
    ) -> None:
        stamp = STAMPS.get(
            (key, ground, self._palette.theme),
            lambda: self._stamp(make(), ground, keep=False),
        )
        width, height = stamp.pixels.size
        self._put(stamp.pixels, dots(x) - width // 2, dots(y) - height // 2, stamp.mask)

    def tile(
        self, key: Hashable, make: Callable[[], Image.Image], mask: Image.Image, x: int, y: int
    ) -> None:
        def made() -> Stamp:
            pixels = self._palette.reduce(make())
            return Stamp(pixels, None, None, pixels.width * pixels.height)

        stamp = STAMPS.get((key, self._palette.theme), made)
        width, height = mask.size
        left, top = dots(x) - width // 2, dots(y) - height // 2
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
        """Write text without an outline, on a ground of one colour."""
        assert outline is None, "outlines need an RGB canvas"
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
        x, base = begin((x, y), text, weight, dots(size), anchor)
        letters = _cached_line(text, weight, size)
        ground = self._ground(x, y)
        table = self._palette.blend(ground, colour)
        left, top = x - letters.left, base - letters.rise
        visible = letters.mask.point([255 * (n >= FAINT) for n in range(256)])
        self._put(letters.mask.point(list(table)), left, top, visible)
        under = self._palette.colours[ground]
        for picture, dx, dy in letters.emoji:
            # Emoji use all colours of the palette, so their stamps are cached per palette.
            key = (id(picture), under, self._palette)
            stamp = STAMPS.get(key, partial(self._stamp, picture, under, common=False))
            self._put(stamp.pixels, left + dx, top + dy, stamp.mask)


def _visible_mask(alpha: bytes, size: tuple[int, int]) -> Image.Image:
    """Return the mask of visible pixels. The stamps of all dice of one size share it."""
    key = (blake2b(alpha, digest_size=16).digest(), size)
    mask = _MASKS.get(key)
    if mask is None:
        solid = Image.frombytes("L", size, alpha)
        mask = _MASKS[key] = solid.point([255 * (n >= FAINT) for n in range(256)])
    return mask


_MASKS: WeakValueDictionary[tuple[bytes, tuple[int, int]], Image.Image] = WeakValueDictionary()


@lru_cache(maxsize=64)
def _cached_line(text: str, weight: Weight, size: int) -> TextLine:
    return line(text, weight, dots(size))


FONTS.when_changed(_cached_line.cache_clear)


@lru_cache(maxsize=256)
def _corner(radius: int, turn: int, table: bytes) -> tuple[Image.Image, Image.Image]:
    """Return a corner and its mask. Corners: 0 top left, 1 top right, 2 bottom left, 3 bottom
    right.
    """
    mask, covered = _turned_corner(radius, turn)
    return mask.point(list(table)), covered


@lru_cache(maxsize=64)
def _turned_corner(radius: int, turn: int) -> tuple[Image.Image, Image.Image]:
    mask = corner_mask(radius)
    if turn % 2:
        mask = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if turn > 1:
        mask = mask.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return mask, mask.point([255 * (n >= 14) for n in range(256)])


@lru_cache(maxsize=2048)
def text_box(text: str, weight: Weight, size: int, anchor: str) -> Box:
    left, top, right, bottom = font(weight, dots(size)).getbbox(text, anchor=anchor)
    return round(left), round(top), round(right), round(bottom)


@lru_cache(maxsize=768)
def _run(text: str, weight: Weight, size: int, anchor: str, table: bytes) -> Image.Image:
    left, top, right, bottom = text_box(text, weight, size, anchor)
    mask = Image.new("L", (right - left, bottom - top), 0)
    pen = ImageDraw.Draw(mask)
    pen.text((-left, -top), text, font=font(weight, dots(size)), fill=255, anchor=anchor)
    return mask.point(list(table))
