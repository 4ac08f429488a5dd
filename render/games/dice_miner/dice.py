"""Dice as sprites: standing on a corner on the mountain, or lying flat in a hoard."""

from enum import Enum
from functools import lru_cache, partial
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import SMOOTH, Canvas, dots, standing_points
from render.games.dice_miner.colours import Body, colours_of
from render.games.dice_miner.symbols import draw_symbol
from render.theme import RGB, Theme, mix

SMALL = 80
"""Below this side, in units, a flat die shows a number instead of several symbols."""


class DieForm(Enum):
    CORNER = "corner"
    """On the mountain; the size is its diagonal."""
    FLAT = "flat"
    """In a hoard; the size is its side."""


class DieLook(Enum):
    PLAIN = "plain"
    DIM = "dim"
    SPENT = "spent"


class DieKey(NamedTuple):
    kind: Kind
    face: Face
    look: DieLook = DieLook.PLAIN


@lru_cache(maxsize=256)
def die_sprite(theme: Theme, form: DieForm, size: int, key: DieKey) -> Image.Image:
    """Return a die, `size` units wide. It is shared, so don't draw on it."""
    return paint_die(theme, form, dots(size), key)


def draw_die(
    canvas: Canvas, theme: Theme, size: int, key: DieKey, x: int, y: int, ground: RGB
) -> None:
    make = partial(paint_die, theme, DieForm.FLAT, dots(size), key)
    canvas.stamp((DieForm.FLAT, size, key), make, x, y, ground)


def paint_die(theme: Theme, form: DieForm, size: int, key: DieKey) -> Image.Image:
    """Return a die with its symbol, `size` in pixels, with room for its shadow around it."""
    body = colours_of(theme).dice[key.kind]
    sprite = _body(body, form, size, theme.shade).copy()
    # A square whose side is half the diagonal just fits into a die balanced on its corner.
    small = form is DieForm.FLAT and size < dots(SMALL)
    flat = 0.84 if small else 0.72
    room = round(size * (flat if form is DieForm.FLAT else _CORNER_ROOM.get(key.face.symbol, 0.54)))
    mark = draw_symbol(room, key.face, body, theme, numbered=small)
    x = (sprite.width - mark.width) // 2
    y = (sprite.height - mark.height) // 2
    sprite.alpha_composite(mark, (x, y))
    match key.look:
        case DieLook.PLAIN:
            return sprite
        case DieLook.DIM:
            return _tinted(sprite, colours_of(theme).earth, _BURIED)
        case DieLook.SPENT:
            return _tinted(sprite, _faded(theme), _SPENT)


_CORNER_ROOM = {
    Symbol.TUNNEL: 0.47,
    Symbol.DRAGON: 0.49,
    Symbol.CHEST: 0.48,
    Symbol.BEER: 0.49,
    Symbol.SHIELD: 0.51,
}


_BURIED = 0.5


def buried_colour(theme: Theme, colour: RGB) -> RGB:
    return mix(colour, colours_of(theme).earth, _BURIED)


_SPENT = 0.66


def _faded(theme: Theme) -> RGB:
    return mix(theme.paper_dim, (120, 120, 130), 0.45)


def spent_colour(theme: Theme, colour: RGB) -> RGB:
    return mix(colour, _faded(theme), _SPENT)


def _tinted(sprite: Image.Image, colour: RGB, share: float) -> Image.Image:
    tinted = Image.blend(sprite.convert("RGB"), Image.new("RGB", sprite.size, colour), share)
    tinted.putalpha(sprite.getchannel("A"))
    return tinted


@lru_cache(maxsize=8)
def _body(body: Body, form: DieForm, size: int, shade: RGB) -> Image.Image:
    side = size / 2**0.5 * 0.985 if form is DieForm.CORNER else float(size)
    pad = max(round(size * 0.07), 3)
    full_size = size + 2 * pad
    large = Image.new("RGBA", (full_size * SMOOTH, full_size * SMOOTH), (*body.edge, 0))
    draw = ImageDraw.Draw(large)
    middle = full_size * SMOOTH / 2
    half = side * SMOOTH / 2
    line = max(side * 0.028, 1.3) * SMOOTH
    radius = side * 0.19 * SMOOTH
    dark = mix(body.base, body.edge, 0.42)

    def square(inset: float, fill: RGB) -> None:
        low, high = middle - half + inset, middle + half - inset - 1
        draw.rounded_rectangle((low, low, high, high), max(radius - inset, 1), fill=fill)

    def standing(inset: float, fill: RGB, before: float = 0.0, after: float = 0.0) -> None:
        moved = (before - after) / 2 * 2**0.5
        narrow = (before + after) / 2
        points = standing_points(middle, half - inset - narrow, max(radius - inset - narrow, 1))
        draw.polygon([(x, y + moved) for x, y in points], fill=fill)

    # Light falls on the two upper sides of a die balanced on its corner.
    if form is DieForm.CORNER:
        standing(0, body.edge)
        standing(line, dark)
        standing(line, body.light, 0, line * 2.2)
        standing(line, body.base, line * 1.5, line * 2.2)
    else:
        square(0, body.edge)
        square(line, dark)
        low, high = middle - half + line, middle + half - line - 1
        draw.rounded_rectangle((low, low, high, high - line * 1.5), radius - line, fill=body.base)
    die = large.convert("RGBa").reduce(SMOOTH).convert("RGBA")
    shadow = Image.new("RGBA", die.size, (*shade, 0))
    soft = die.getchannel("A").point([n * 120 // 255 for n in range(256)])
    if form is DieForm.FLAT:
        # On the mountain the shadow stays sharp, because a blur would need many colours.
        soft = soft.filter(ImageFilter.BoxBlur(max(pad * 0.35, 1)))
    shadow.putalpha(soft)
    ground = Image.new("RGBA", die.size, (*shade, 0))
    ground.paste(shadow, (0, max(round(pad * 0.4), 1)))
    ground.alpha_composite(die)
    return ground
