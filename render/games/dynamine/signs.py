"""Signs for the contents of tiles, and for cards and rewards, each with a shape of its own."""

from enum import Enum
from functools import lru_cache

from PIL import Image

from engine.games.dynamine.content import Tile, Well
from render.games.dynamine.colours import colours_of
from render.pen import Pen, drawings, pen_sprite
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
    pen.draw(drawings("dynamine")[sign.name.lower()], colours_of(theme), theme)
