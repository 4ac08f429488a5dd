"""The symbols of all faces as smooth shapes that differ in outline and colour."""

from collections.abc import Callable

from PIL import Image, ImageDraw

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import SMOOTH
from render.games.dice_miner.colours import Body, colours_of
from render.pen import Pen
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
    match face.symbol:
        case Symbol.TUNNEL:
            _tunnel(pen, face.count, body)
        case Symbol.DRAGON:
            _dragon(pen, face.count, body)
        case Symbol.CHEST:
            _chest(pen, face.count, body)
        case Symbol.BEER:
            draw_mug(
                pen,
                theme,
                body.edge if body is not colours_of(theme).dice[Kind.HAZARD] else theme.shade,
            )
        case Symbol.ROCKFALL:
            _repeat(pen, face.count, most, lambda place: _rock(place, body))
        case Symbol.PICK:
            _repeat(pen, face.count, most, lambda place: _pick(place, body))
        case Symbol.SHIELD:
            _repeat(pen, face.count, most, lambda place: _shield(place, body))
        case Symbol.GEM:
            _repeat(pen, face.count, most, lambda place: _gem(place, body))
        case Symbol.DIAMOND:
            _repeat(pen, face.count, most, lambda place: _diamond(place, body))
    return large.convert("RGBa").reduce(SMOOTH).convert("RGBA")


def _repeat(pen: Pen, count: int, most: int, draw: Callable[[Pen], None]) -> None:
    if not 0 < count <= most:
        draw(pen.at(0.38, 0.4, 0.76))
        pen.digit(0.76, 0.66, 0.66, str(count), (255, 255, 255), (20, 16, 24))
        return
    for x, y, side in _PLACES[count]:
        draw(pen.at(x, y, side))


def _tunnel(pen: Pen, number: int, body: Body) -> None:
    pen.oval((0.06, 0.0, 0.94, 0.88), body.ink)
    pen.block((0.06, 0.44, 0.94, 1.0), 0.06, body.ink)
    pen.digit(0.5, 0.53, 0.72, str(number), (255, 255, 255))


def _rock(pen: Pen, body: Body) -> None:
    grey = (196, 190, 190)
    for x, top in ((0.26, 0.12), (0.5, 0.0), (0.74, 0.12)):
        pen.path(((x, top + 0.03), (x, top + 0.2)), body.ink, 0.075)
    outline = ((0.12, 0.62), (0.28, 0.38), (0.58, 0.33), (0.86, 0.5), (0.92, 0.76), (0.7, 0.97),
               (0.3, 0.96))  # fmt: skip
    pen.shape(outline, grey)
    pen.shape(((0.12, 0.62), (0.28, 0.38), (0.5, 0.6), (0.42, 0.96), (0.3, 0.96)), (236, 230, 226))
    pen.shape(((0.5, 0.6), (0.92, 0.76), (0.7, 0.97), (0.42, 0.96)), (132, 126, 132))


def _dragon(pen: Pen, count: int, body: Body) -> None:
    head = pen if count == 1 else pen.at(0.4, 0.41, 0.84)
    half = (
        (0.5, 0.2), (0.38, 0.27), (0.28, 0.2), (0.12, -0.02), (0.08, 0.22), (0.18, 0.38),
        (0.0, 0.42), (0.1, 0.54), (0.04, 0.66), (0.22, 0.66), (0.3, 0.86), (0.4, 1.0), (0.5, 1.0),
    )  # fmt: skip
    mirrored = tuple((1 - x, y) for x, y in reversed(half))
    head.shape(half + mirrored, body.ink)
    dark = body.base
    for side in (0, 1):
        eye = ((0.2, 0.46), (0.43, 0.58), (0.4, 0.66), (0.27, 0.62))
        head.shape(tuple((abs(side - x), y) for x, y in eye), dark)
        nose = ((0.4, 0.84), (0.45, 0.82), (0.45, 0.9))
        head.shape(tuple((abs(side - x), y) for x, y in nose), dark)
    head.shape(((0.5, 0.27), (0.54, 0.42), (0.5, 0.54), (0.46, 0.42)), dark)
    if count > 1:
        pen.digit(0.79, 0.7, 0.64, str(count), (255, 255, 255), dark)


def _pick(pen: Pen, body: Body) -> None:
    pen.path(((0.16, 0.95), (0.66, 0.32)), body.accent, 0.17)
    pen.path(((0.16, 0.95), (0.66, 0.32)), (222, 170, 104), 0.11)
    head = (
        (0.12, 0.16), (0.34, 0.06), (0.56, 0.1), (0.74, 0.2), (0.9, 0.4), (0.97, 0.64),
        (0.94, 0.82), (0.86, 0.62), (0.74, 0.44), (0.6, 0.33), (0.42, 0.24),
    )  # fmt: skip
    pen.shape(head, body.ink, body.accent, 0.045)


def _shield(pen: Pen, body: Body) -> None:
    outline = (
        (0.5, 0.02), (0.66, 0.1), (0.9, 0.13), (0.9, 0.45), (0.84, 0.66), (0.7, 0.85), (0.5, 0.99),
        (0.3, 0.85), (0.16, 0.66), (0.1, 0.45), (0.1, 0.13), (0.34, 0.1),
    )  # fmt: skip
    pen.shape(outline, body.ink, body.accent, 0.05)
    pen.shape(((0.5, 0.12), (0.5, 0.5), (0.18, 0.5), (0.18, 0.21), (0.36, 0.18)), body.accent)
    pen.shape(((0.5, 0.5), (0.81, 0.5), (0.76, 0.64), (0.66, 0.78), (0.5, 0.89)), body.accent)


def _chest(pen: Pen, count: int, body: Body) -> None:
    wood, iron = (150, 92, 48), body.accent
    pen.block((0.02, 0.1, 0.98, 0.95), 0.2, iron)
    pen.block((0.08, 0.16, 0.92, 0.5), 0.15, (190, 124, 66))
    pen.block((0.08, 0.42, 0.92, 0.89), 0.05, wood)
    pen.block((0.02, 0.37, 0.98, 0.45), 0.0, iron)
    pen.block((0.3, 0.3, 0.7, 0.9), 0.08, iron)
    pen.digit(0.5, 0.6, 0.46, str(count), body.ink)


GEM_TINTS = (0.6, 0.3)


def gem_shade(body: Body) -> RGB:
    return mix(body.ink, (40, 0, 20), 0.45)


def _gem(pen: Pen, body: Body) -> None:
    outer = ((0.3, 0.04), (0.7, 0.04), (0.96, 0.3), (0.96, 0.7), (0.7, 0.96), (0.3, 0.96),
             (0.04, 0.7), (0.04, 0.3))  # fmt: skip
    inner = tuple((0.5 + (x - 0.5) * 0.56, 0.5 + (y - 0.5) * 0.56) for x, y in outer)
    bright, middle = (mix(body.ink, body.accent, share) for share in GEM_TINTS)
    dark = gem_shade(body)
    pen.shape(outer, body.ink, dark, 0.06)
    pen.shape((outer[7], outer[0], outer[1], inner[1], inner[0], inner[7]), bright)
    pen.shape((outer[3], outer[4], outer[5], inner[5], inner[4], inner[3]), dark)
    pen.shape(inner, middle)
    pen.shape((inner[7], inner[0], inner[1]), body.accent)


def _diamond(pen: Pen, body: Body) -> None:
    outline = ((0.24, 0.1), (0.76, 0.1), (1.0, 0.38), (0.5, 0.98), (0.0, 0.38))
    pen.shape(outline, body.ink)
    pen.shape(((0.24, 0.1), (0.36, 0.38), (0.0, 0.38)), body.accent)
    pen.shape(((0.76, 0.1), (1.0, 0.38), (0.64, 0.38)), body.accent)
    pen.shape(((0.36, 0.38), (0.64, 0.38), (0.5, 0.98)), body.accent)
    pen.shape(((0.5, 0.1), (0.64, 0.38), (0.36, 0.38)), (255, 255, 255))
    pen.path((*outline, outline[0], outline[1]), body.edge, 0.04)


def draw_mug(pen: Pen, theme: Theme, edge: RGB) -> None:
    pen.block((0.02, 0.12, 0.76, 1.0), 0.12, edge)
    pen.oval((0.56, 0.34, 1.0, 0.84), edge)
    pen.oval((0.68, 0.46, 0.89, 0.72), theme.white)
    beer = colours_of(theme).beer
    pen.block((0.08, 0.2, 0.7, 0.94), 0.08, beer)
    for x in (0.2, 0.39, 0.58):
        pen.block((x - 0.05, 0.5, x + 0.05, 0.86), 0.05, mix(beer, (255, 240, 180), 0.55))
    for x, y, radius in ((0.14, 0.2, 0.15), (0.38, 0.15, 0.18), (0.64, 0.2, 0.15)):
        pen.oval((x - radius, y - radius, x + radius, y + radius), edge)
    for x, y, radius in ((0.14, 0.2, 0.1), (0.38, 0.15, 0.13), (0.64, 0.2, 0.1)):
        pen.oval((x - radius, y - radius, x + radius, y + radius), theme.white)
    pen.block((0.05, 0.18, 0.73, 0.38), 0.09, theme.white)
