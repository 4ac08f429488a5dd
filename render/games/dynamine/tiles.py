"""Pictures of tiles with their tunnels and contents, of the entrance, and of cells without
a tile.
"""

from enum import IntEnum
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.games.dynamine.content import Side
from render.canvas import SMOOTH, dots
from render.games.dynamine.colours import Colours, colours_of
from render.games.dynamine.signs import Sign, draw_sign
from render.pen import Pen
from render.theme import RGB, Theme, mix

TUNNEL = 0.26


class TileLook(IntEnum):
    """The look of a tile. An integer, because it is hashed often as part of a key."""

    PLAIN = 0
    LIT = 1
    """Available now, or being placed."""
    DIM = 2
    """Too expensive now."""
    NEW = 3
    """Built since the reader last looked."""
    FRESH = 4
    """Built in the current turn."""
    ENTRANCE = 5
    END = 6
    """An open end: an empty cell next to an opening."""
    PLACE = 7
    """An empty cell in which the tile can be placed."""
    BACK = 8
    """A tile that is face down."""


class Face(NamedTuple):
    openings: int = 0
    plus: int = 0
    """The +1 openings that are not joined yet, as bits of a Side."""
    signs: tuple[Sign, ...] = ()
    look: TileLook = TileLook.PLAIN
    outer: bool = False
    ground: RGB = (0, 0, 0)


_SPOTS: tuple[tuple[float, tuple[tuple[float, float], ...]], ...] = (
    (0.5, ()),
    (0.56, ((0.5, 0.5),)),
    (0.5, ((0.29, 0.29), (0.71, 0.71))),
    (0.45, ((0.27, 0.27), (0.73, 0.27), (0.5, 0.72))),
    (0.41, ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73))),
    (0.38, ((0.24, 0.24), (0.76, 0.24), (0.24, 0.76), (0.76, 0.76), (0.5, 0.5))),
)


def paint_tile(theme: Theme, side: int, face: Face, height: int | None = None) -> Image.Image:
    return paint(theme, dots(side), face, dots(side if height is None else height))


def paint(theme: Theme, side: int, face: Face, height: int | None = None) -> Image.Image:
    """Return the picture of a tile, in pixels; flattened if `height` is less than `side`."""
    own = colours_of(theme)
    size = (side * SMOOTH, (side if height is None else height) * SMOOTH)
    large = Image.new("RGB", size, face.ground)
    pen = Pen(ImageDraw.Draw(large), 0, 0, *size)
    match face.look:
        case TileLook.END | TileLook.PLACE:
            _hollow(pen, theme, own, face)
        case TileLook.ENTRANCE:
            _entrance(pen, own, face)
        case TileLook.BACK:
            _back(pen, own)
        case _:
            _tile(pen, theme, own, face)
    if face.look in (TileLook.DIM, TileLook.BACK):
        large = Image.blend(large, Image.new("RGB", large.size, face.ground), 0.5)
    return large.reduce(SMOOTH)


def _tile(pen: Pen, theme: Theme, own: Colours, face: Face) -> None:
    radius = 0.24 if face.outer else 0.04
    edge = 0.035
    frames = {TileLook.LIT: theme.gold, TileLook.NEW: own.new, TileLook.FRESH: theme.white}
    frame = frames.get(face.look)
    if frame is not None:
        pen.block((0, 0, 1, 1), radius, own.line)
        pen.block((0.02, 0.02, 0.98, 0.98), radius, frame)
        edge = 0.1
    pen.block((edge, edge, 1 - edge, 1 - edge), radius * 0.8, own.rock_dark)
    inner = edge + 0.035
    pen.block((inner, inner, 1 - inner, 1 - inner), radius * 0.7, own.rock)
    _tunnels(pen, own, face.openings)
    _plus(pen, theme, own, face.plus)
    _signs(pen, theme, face.signs)


def _back(pen: Pen, own: Colours) -> None:
    pen.block((0.035, 0.035, 0.965, 0.965), 0.04, own.rock_dark)
    pen.block((0.11, 0.11, 0.89, 0.89), 0.03, own.rock)
    pen.block((0.19, 0.19, 0.81, 0.81), 0.03, own.rock_dark)


def _tunnels(pen: Pen, own: Colours, openings: int) -> None:
    for half, colour in ((TUNNEL / 2 + 0.045, own.rock_dark), (TUNNEL / 2, own.tunnel)):
        low, high = 0.5 - half, 0.5 + half
        if openings:
            pen.block((low, low, high, high), half * 0.6, colour)
        for side, box in (
            (Side.N, (low, 0.0, high, 0.5)),
            (Side.E, (0.5, low, 1.0, high)),
            (Side.S, (low, 0.5, high, 1.0)),
            (Side.W, (0.0, low, 0.5, high)),
        ):
            if openings & side:
                pen.block(box, 0, colour)


_MIDDLES = {Side.N: (0.5, 0.11), Side.E: (0.89, 0.5), Side.S: (0.5, 0.89), Side.W: (0.11, 0.5)}


def _plus(pen: Pen, theme: Theme, own: Colours, plus: int) -> None:
    for side, (x, y) in _MIDDLES.items():
        if not plus & side:
            continue
        inside = 0.15 / pen.flatness
        mark = pen.at(x, min(max(y, inside), 1 - inside) if pen.flatness < 1 else y, 0.3)
        mark.block((0, 0, 1, 1), 0.2, own.line)
        mark.block((0.1, 0.1, 0.9, 0.9), 0.13, theme.gold)
        mark.block((0.2, 0.4, 0.8, 0.6), 0, own.line)
        mark.block((0.4, 0.2, 0.6, 0.8), 0, own.line)


def _signs(pen: Pen, theme: Theme, signs: tuple[Sign, ...]) -> None:
    size, spots = _SPOTS[min(len(signs), len(_SPOTS) - 1)]
    if pen.flatness < 1 and signs:  # side by side, because there is no room below one another
        count = len(signs)
        size = min(size, 0.88 * pen.flatness, 0.92 / count)
        spots = tuple((0.5 + (at - (count - 1) / 2) / max(count, 2), 0.5) for at in range(count))
    for sign, (x, y) in zip(signs, spots, strict=False):
        draw_sign(pen.at(x, y, size), theme, sign)


def _entrance(pen: Pen, own: Colours, face: Face) -> None:
    pen.block((0.03, 0.03, 0.97, 0.97), 0.06, own.timber_dark)
    pen.block((0.08, 0.08, 0.92, 0.92), 0.04, own.timber)
    _tunnels(pen, own, face.openings)
    pen.block((0.16, 0.2, 0.84, 0.36), 0.03, own.timber_dark)
    for x in (0.16, 0.7):
        pen.block((x, 0.2, x + 0.14, 0.86), 0.03, own.timber_dark)
    pen.block((0.3, 0.36, 0.7, 0.86), 0, own.line)
    pen.block((0.36, 0.62, 0.64, 1.0), 0, own.tunnel)


def _hollow(pen: Pen, theme: Theme, own: Colours, face: Face) -> None:
    match face.look:
        case TileLook.PLACE:
            pen.block((0.02, 0.02, 0.98, 0.98), 0.12, own.line)
            pen.block((0.05, 0.05, 0.95, 0.95), 0.1, theme.gold)
            pen.block((0.11, 0.11, 0.89, 0.89), 0.06, mix(theme.gold, theme.white, 0.7))
        case _:
            colour = mix(face.ground, own.tunnel, 0.45)
            for along in (0.1, 0.38, 0.66):
                for across in (0.06, 0.88):
                    pen.block((along, across, along + 0.2, across + 0.06), 0, colour)
                    pen.block((across, along, across + 0.06, along + 0.2), 0, colour)
