"""The die and the round token as small pictures."""

from functools import lru_cache

from PIL import Image

from render.games.dynamine.colours import colours_of
from render.pen import Pen, pen_sprite
from render.theme import Theme

_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    5: ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)),
    6: ((0.28, 0.24), (0.72, 0.24), (0.28, 0.5), (0.72, 0.5), (0.28, 0.76), (0.72, 0.76)),
}


@lru_cache(maxsize=16)
def die(theme: Theme, size: int, number: int | None) -> Image.Image:
    line = colours_of(theme).line

    def draw(pen: Pen) -> None:
        pen.block((0, 0, 1, 1), 0.2, line)
        pen.block(
            (0.05, 0.05, 0.95, 0.95), 0.16, theme.paper_edge if number is None else theme.white
        )
        if number is None:
            pen.digit(0.5, 0.5, 0.6, "?", line)
        elif number not in _PIPS:
            pen.digit(0.5, 0.5, 0.5, str(number), line)
        else:
            for x, y in _PIPS[number]:
                pen.oval((x - 0.1, y - 0.1, x + 0.1, y + 0.1), line)

    return pen_sprite(size, draw)


@lru_cache(maxsize=16)
def token(theme: Theme, size: int, points: int) -> Image.Image:
    own = colours_of(theme)

    def draw(pen: Pen) -> None:
        pen.oval((0, 0, 1, 1), own.line)
        pen.oval((0.04, 0.04, 0.96, 0.96), own.timber)
        pen.oval((0.13, 0.13, 0.87, 0.87), theme.paper)
        pen.digit(0.48, 0.5, 0.4, f"+{points}", own.line)

    return pen_sprite(size, draw)
