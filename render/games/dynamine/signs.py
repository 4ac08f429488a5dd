"""Signs for the contents of tiles, and for cards and rewards, each with a shape of its own."""

from enum import Enum
from functools import lru_cache

from PIL import Image

from engine.games.dynamine.content import Tile, Well
from render.games.dynamine.colours import Colours, colours_of
from render.pen import Pen, Points, pen_sprite
from render.theme import Theme


class Sign(Enum):
    VEIN = "vein"
    VEINS = "veins"
    """Two on one tile."""
    ALTAR = "altar"
    GREAT_ALTAR = "great altar"
    WELL = "well"
    RICH_WELL = "rich well"
    FOSSIL = "fossil"
    GREAT_FOSSIL = "great fossil"
    """Worth 2 points."""
    SAPPHIRE = "sapphire"
    PLUS = "plus"
    """A +1 token."""
    MOVE = "move"
    DEPTH = "depth"
    TILES = "tiles"
    RAVEN = "raven"
    REROLL = "reroll"
    GUESS = "guess"
    PICK = "pick"
    """Building points."""
    CARD = "card"


def signs_of(tile: Tile, *, built: bool) -> tuple[Sign, ...]:
    """Return a tile's signs; once it is `built`, without its one-time effects."""
    signs = []
    if tile.altar:
        signs.append(Sign.ALTAR if tile.altar == 1 else Sign.GREAT_ALTAR)
    if tile.well is not None:
        signs.append(Sign.WELL if tile.well is Well.PLAIN else Sign.RICH_WELL)
    if tile.fossil:
        signs.append(Sign.FOSSIL if tile.fossil == 1 else Sign.GREAT_FOSSIL)
    if tile.veins:
        signs.append(Sign.VEIN if tile.veins == 1 else Sign.VEINS)
    if tile.sapphire:
        signs.append(Sign.SAPPHIRE)
    if tile.token and not built:
        signs.append(Sign.PLUS)
    if tile.move and not built:
        signs.append(Sign.MOVE)
    return tuple(signs)


@lru_cache(maxsize=128)
def sign_sprite(theme: Theme, size: int, sign: Sign) -> Image.Image:
    return pen_sprite(size, lambda pen: draw_sign(pen, theme, sign))


def draw_sign(pen: Pen, theme: Theme, sign: Sign) -> None:
    own = colours_of(theme)
    match sign:
        case Sign.VEIN:
            _shard(pen, own, 0.5, 0.5, 0.36)
        case Sign.VEINS:
            _shard(pen, own, 0.29, 0.42, 0.3)
            _shard(pen, own, 0.71, 0.58, 0.3)
        case Sign.ALTAR:
            _altar(pen, own)
        case Sign.GREAT_ALTAR:
            _great_altar(pen, own)
        case Sign.WELL | Sign.RICH_WELL:
            _well(pen, theme, own, rich=sign is Sign.RICH_WELL)
        case Sign.FOSSIL:
            _bone(pen, own)
        case Sign.GREAT_FOSSIL:
            _skull(pen, own)
        case Sign.SAPPHIRE:
            _sapphire(pen, own)
        case Sign.PLUS:
            pen.oval((0.0, 0.0, 1.0, 1.0), own.line)
            pen.oval((0.07, 0.07, 0.93, 0.93), theme.gold)
            pen.digit(0.48, 0.5, 0.5, "+1", own.line)
        case Sign.MOVE:
            _arrows(pen, theme, own)
        case _:
            _draw_icon(pen, theme, own, sign)


def _draw_icon(pen: Pen, theme: Theme, own: Colours, sign: Sign) -> None:
    match sign:
        case Sign.DEPTH:
            for y in (0.08, 0.5):
                pen.block((0.0, y, 1.0, y + 0.2), 0.04, own.line)
                pen.block((0.06, y + 0.06, 0.94, y + 0.14), 0.02, own.rim)
            arrow: Points = (
                (0.36, 0.02), (0.64, 0.02), (0.64, 0.56), (0.9, 0.56), (0.5, 1.0), (0.1, 0.56),
                (0.36, 0.56),
            )  # fmt: skip
            pen.shape(arrow, own.line)
            pen.path(((0.5, 0.12), (0.5, 0.6)), theme.gold, 0.14)
            pen.shape(((0.26, 0.63), (0.74, 0.63), (0.5, 0.9)), theme.gold)
        case Sign.TILES:
            for x, y in ((0.03, 0.03), (0.53, 0.03), (0.03, 0.53), (0.53, 0.53)):
                pen.block((x, y, x + 0.44, y + 0.44), 0.06, own.line)
                pen.block((x + 0.06, y + 0.06, x + 0.38, y + 0.38), 0.03, own.rock_light)
        case Sign.RAVEN:
            _raven(pen, own, theme)
        case Sign.REROLL | Sign.GUESS:
            pen.block((0.04, 0.04, 0.96, 0.96), 0.2, own.line)
            pen.block((0.11, 0.11, 0.89, 0.89), 0.14, theme.white)
            if sign is Sign.GUESS:
                pen.digit(0.5, 0.5, 0.6, "?", own.line)
            else:
                _circle_arrow(pen, own)
        case Sign.PICK:
            pen.path(((0.26, 0.88), (0.66, 0.3)), own.timber_dark, 0.17)
            pen.path(((0.26, 0.88), (0.66, 0.3)), own.timber, 0.09)
            arc: Points = ((0.18, 0.2), (0.5, 0.1), (0.78, 0.3), (0.92, 0.68))
            pen.path(arc, own.line, 0.2)
            pen.path(arc, own.rim, 0.1)
        case Sign.CARD:
            pen.block((0.14, 0.02, 0.86, 0.98), 0.1, own.line)
            pen.block((0.2, 0.08, 0.8, 0.92), 0.06, theme.paper)
            pen.block((0.3, 0.2, 0.7, 0.5), 0.04, theme.gold)
        case _:
            raise AssertionError("draw_sign handles the signs of tiles")


def _shard(pen: Pen, own: Colours, x: float, y: float, half: float) -> None:
    height = half * 1.36

    def rhombus(share: float) -> Points:
        return (
            (x, y - height * share), (x + half * share, y), (x, y + height * share),
            (x - half * share, y),
        )  # fmt: skip

    pen.shape(rhombus(1.0), own.line)
    pen.shape(rhombus(0.78), own.vein)
    top, right, bottom, left = rhombus(0.78)
    pen.shape((top, (x, y), left), own.vein_light)
    pen.shape((bottom, (x, y), right), own.vein_light)
    pen.shape((top, right, (x, y)), own.vein)
    pen.shape((left, (x, y), bottom), own.vein)


def _altar(pen: Pen, own: Colours) -> None:
    for inset, colour in ((0.0, own.line), (0.07, own.altar_light)):
        pen.block((0.0 + inset, 0.1 + inset, 1.0 - inset, 0.46 - inset), 0.03, colour)
        for left in (0.1, 0.6):
            pen.block((left + inset, 0.34, left + 0.3 - inset, 0.94 - inset), 0.03, colour)
    pen.block((0.07, 0.28, 0.93, 0.39), 0.02, own.altar)


def _great_altar(pen: Pen, own: Colours) -> None:
    outline: Points = (
        (0.0, 0.98), (0.0, 0.62), (0.14, 0.62), (0.14, 0.32), (0.28, 0.32), (0.28, 0.02),
        (0.72, 0.02), (0.72, 0.32), (0.86, 0.32), (0.86, 0.62), (1.0, 0.62), (1.0, 0.98),
    )  # fmt: skip
    inner = tuple(
        (x + (0.07 if x < 0.5 else -0.07), y + (0.07 if y < 0.9 else -0.07)) for x, y in outline
    )
    pen.shape(outline, own.line)
    pen.shape(inner, own.altar)
    pen.digit(0.5, 0.56, 0.62, "4", own.bone)


def _well(pen: Pen, theme: Theme, own: Colours, *, rich: bool) -> None:
    pen.oval((0, 0, 1, 1), own.line)
    pen.oval((0.06, 0.06, 0.94, 0.94), own.rim)
    pen.oval((0.2, 0.2, 0.8, 0.8), own.line)
    pen.oval((0.24, 0.24, 0.76, 0.76), own.water)
    if rich:
        pen.shape(((0.5, 0.1), (0.64, 0.5), (0.5, 0.9), (0.36, 0.5)), own.line)
        pen.shape(((0.1, 0.5), (0.5, 0.36), (0.9, 0.5), (0.5, 0.64)), own.line)
        pen.shape(((0.5, 0.2), (0.59, 0.41), (0.8, 0.5), (0.59, 0.59), (0.5, 0.8), (0.41, 0.59),
                   (0.2, 0.5), (0.41, 0.41)), theme.gold)  # fmt: skip
    else:
        pen.path(((0.33, 0.5), (0.44, 0.43), (0.56, 0.54), (0.67, 0.47)), own.rim, 0.07)


def _bone(pen: Pen, own: Colours) -> None:
    for grow, colour in ((0.06, own.line), (0.0, own.bone)):
        pen.path(((0.24, 0.76), (0.76, 0.24)), colour, 0.19 + 2 * grow)
        for x, y in ((0.13, 0.7), (0.3, 0.87), (0.7, 0.13), (0.87, 0.3)):
            half = 0.13 + grow
            pen.oval((x - half, y - half, x + half, y + half), colour)


def _skull(pen: Pen, own: Colours) -> None:
    for grow, colour in ((0.06, own.line), (0.0, own.bone)):
        pen.oval((0.1 - grow, 0.08 - grow, 0.9 + grow, 0.74 + grow), colour)
        pen.block((0.28 - grow, 0.5, 0.72 + grow, 0.94 + grow), 0.06, colour)
    for x in (0.33, 0.67):
        pen.oval((x - 0.13, 0.32, x + 0.13, 0.58), own.line)
    pen.shape(((0.5, 0.56), (0.58, 0.7), (0.42, 0.7)), own.line)
    for x in (0.42, 0.58):
        pen.path(((x, 0.8), (x, 0.92)), own.line, 0.05)


def _sapphire(pen: Pen, own: Colours) -> None:
    pen.shape(((0.2, 0.06), (0.8, 0.06), (1.0, 0.38), (0.5, 0.98), (0.0, 0.38)), own.line)
    pen.shape(((0.24, 0.14), (0.76, 0.14), (0.9, 0.37), (0.1, 0.37)), own.sapphire_light)
    pen.shape(((0.12, 0.42), (0.88, 0.42), (0.5, 0.87)), own.sapphire)
    pen.shape(((0.38, 0.42), (0.62, 0.42), (0.5, 0.87)), own.sapphire_light)


def _arrows(pen: Pen, theme: Theme, own: Colours) -> None:
    for grow, colour in ((0.06, own.line), (0.0, theme.white)):
        for y, way in ((0.29, -1), (0.71, 1)):
            tip = 0.5 + way * 0.42
            neck = 0.5 + way * 0.12
            pen.path(((0.5 - way * 0.38, y), (neck, y)), colour, 0.15 + 2 * grow)
            reach = 0.22 + grow
            pen.shape(
                ((tip + way * grow * 1.3, y), (neck - way * grow, y - reach),
                 (neck - way * grow, y + reach)),
                colour,
            )  # fmt: skip


def _raven(pen: Pen, own: Colours, theme: Theme) -> None:
    for grow, colour in ((0.07, own.rim), (0.0, own.line)):
        pen.oval((0.12 - grow, 0.1 - grow, 0.68 + grow, 0.66 + grow), colour)
        pen.shape(
            ((0.14 - grow, 0.4), (0.64 + grow, 0.5), (0.72 + grow, 0.97), (0.04 - grow, 0.97)),
            colour,
        )
    pen.shape(((0.52, 0.22), (1.0, 0.5), (0.54, 0.62)), own.line)
    pen.shape(((0.58, 0.33), (0.92, 0.5), (0.58, 0.55)), theme.gold)
    pen.oval((0.36, 0.22, 0.52, 0.38), theme.white)


def _circle_arrow(pen: Pen, own: Colours) -> None:
    arc: Points = ((0.68, 0.36), (0.5, 0.27), (0.31, 0.37), (0.28, 0.56), (0.4, 0.71), (0.6, 0.71))
    pen.path(arc, own.line, 0.1)
    pen.shape(((0.8, 0.5), (0.56, 0.46), (0.76, 0.24)), own.line)
