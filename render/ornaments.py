"""Small drawings for every game: a crown, the sign of a computer player, seat discs."""

from functools import lru_cache

from PIL import Image

from engine.core.types import Seat
from render.canvas import Canvas
from render.pen import Pen, pen_sprite
from render.theme import RGB, Theme
from render.typography.fonts import Weight


@lru_cache(maxsize=16)
def crown(theme: Theme, size: int) -> Image.Image:
    """A crown, for winners and leaders."""

    def draw(pen: Pen) -> None:
        outline = ((0.16, 0.86), (0.09, 0.32), (0.3, 0.52), (0.5, 0.14), (0.7, 0.52), (0.91, 0.32),
                   (0.84, 0.86))  # fmt: skip
        pen.shape(outline, theme.gold, theme.gold_edge, 0.06)
        for x, y in ((0.09, 0.3), (0.5, 0.12), (0.91, 0.3)):
            pen.oval((x - 0.075, y - 0.075, x + 0.075, y + 0.075), theme.jewel)

    return pen_sprite(size, draw)


@lru_cache(maxsize=16)
def computer(theme: Theme, size: int, colour: RGB) -> Image.Image:
    """A robot's head: a computer player."""

    def draw(pen: Pen) -> None:
        pen.path(((0.5, 0.3), (0.5, 0.1)), colour, 0.08)
        pen.oval((0.41, 0.0, 0.59, 0.18), colour)
        pen.block((0.0, 0.46, 1.0, 0.7), 0.08, colour)
        pen.block((0.1, 0.26, 0.9, 0.94), 0.16, colour)
        for x in (0.33, 0.67):
            pen.oval((x - 0.1, 0.4, x + 0.1, 0.6), theme.paper)
        pen.block((0.3, 0.7, 0.7, 0.78), 0.03, theme.paper)

    return pen_sprite(size, draw)


@lru_cache(maxsize=16)
def seat_disc(theme: Theme, size: int, colour: RGB) -> Image.Image:
    """A disc of a colour with a light edge."""

    def draw(pen: Pen) -> None:
        pen.oval((0, 0, 1, 1), theme.cream)
        pen.oval((0.06, 0.06, 0.94, 0.94), colour)

    return pen_sprite(size, draw)


def draw_disc(
    canvas: Canvas, theme: Theme, x: int, y: int, size: int, colour: RGB, label: str, text: int
) -> None:
    """Draw a disc, `size` units wide, with a short label in letters of size `text`."""
    canvas.sprite(seat_disc(theme, size, colour), x, y)
    canvas.text(x, y - 1, label, text, theme.cream, weight=Weight.BLACK, anchor="mm")


def draw_seat(
    canvas: Canvas, theme: Theme, seat: Seat, x: int, y: int, size: int = 46, text: int = 0
) -> None:
    """Draw the disc of a seat: its number, counted from 1, on its colour."""
    label, text = str(seat + 1), text or round(size * 0.74)
    draw_disc(canvas, theme, x, y, size, theme.seat(seat), label, text)
