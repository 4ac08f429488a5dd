"""The symbols of all faces as smooth shapes that differ in outline and colour."""

from functools import lru_cache
from types import SimpleNamespace

from PIL import Image, ImageDraw

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import SMOOTH
from render.games.dice_miner.colours import Body, colours_of
from render.pen import Pen, drawings
from render.theme import RGB, Theme, mix

_PLACES: dict[int, tuple[tuple[float, float, float], ...]] = {
    1: ((0.5, 0.5, 1.0),),
    2: ((0.29, 0.34, 0.6), (0.71, 0.67, 0.6)),
    3: ((0.5, 0.25, 0.52), (0.24, 0.74, 0.52), (0.76, 0.74, 0.52)),
    4: ((0.25, 0.25, 0.5), (0.75, 0.25, 0.5), (0.25, 0.75, 0.5), (0.75, 0.75, 0.5)),
}


def draw_symbol(
    size: int, face: Face, body: Body, theme: Theme, *, numbered: bool = False
) -> Image.Image:
    """Return the symbol of a face on a transparent square, `size` in pixels.

    `numbered` replaces several equal symbols by one with a number, for small dice.
    """
    most = 1 if numbered else max(_PLACES)
    large = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*body.base, 0))
    pen = Pen(ImageDraw.Draw(large), 0, 0, size * SMOOTH)
    drawing, count = drawings("dice-miner").get(face.symbol.value, ()), face.count
    match face.symbol:
        case Symbol.TUNNEL:
            pen.draw(drawing, body)
            pen.digit(0.5, 0.53, 0.72, str(count), (255, 255, 255))
        case Symbol.DRAGON:
            (pen if count == 1 else pen.at(0.4, 0.41, 0.84)).draw(drawing, body)
            if count > 1:
                pen.digit(0.79, 0.7, 0.64, str(count), (255, 255, 255), body.base)
        case Symbol.CHEST:
            pen.draw(drawing, body)
            pen.digit(0.5, 0.6, 0.46, str(count), body.ink)
        case Symbol.BEER:
            is_hazard = body is colours_of(theme).dice[Kind.HAZARD]
            draw_mug(pen, theme, theme.shade if is_hazard else body.edge)
        case _ if count not in range(1, most + 1):
            pen.at(0.38, 0.4, 0.76).draw(drawing, body, _gem(body))
            pen.digit(0.76, 0.66, 0.66, str(count), (255, 255, 255), (20, 16, 24))
        case _:
            for x, y, side in _PLACES[count]:
                pen.at(x, y, side).draw(drawing, body, _gem(body))
    return large.convert("RGBa").reduce(SMOOTH).convert("RGBA")


GEM_TINTS = (0.6, 0.3)


def gem_shade(body: Body) -> RGB:
    return mix(body.ink, (40, 0, 20), 0.45)


@lru_cache(maxsize=16)
def _gem(body: Body) -> SimpleNamespace:
    bright, middle = (mix(body.ink, body.accent, share) for share in GEM_TINTS)
    return SimpleNamespace(bright=bright, middle=middle, dark=gem_shade(body))


def draw_mug(pen: Pen, theme: Theme, edge: RGB) -> None:
    beer = colours_of(theme).beer
    own = SimpleNamespace(edge=edge, beer=beer, foam=mix(beer, (255, 240, 180), 0.55))
    pen.draw(drawings("dice-miner")["mug"], own, theme)
