"""Small drawings for every game: a crown, a cup, medals, seat discs, a robot."""

from functools import lru_cache
from types import SimpleNamespace

from PIL import Image

from engine.core.types import Seat
from render.canvas import Canvas, evenly, size_that_fits
from render.pen import Pen, drawings, pen_sprite
from render.theme import RGB, Theme, mix
from render.typography.fonts import Weight


def draw_remark(canvas: Canvas, theme: Theme, text: str, y: int, width: int) -> None:
    """Write a sentence below the title of a result, in one line or two, around the height `y`."""
    one, two = (46, 42, 38), 38
    room = width - 80
    size = size_that_fits(text, Weight.BOLD, one, room)
    lines = evenly(text, Weight.BOLD, size, room) if size == two else (text,)
    for number, line in enumerate(lines):
        middle = y + (2 * number - len(lines) + 1) * 22
        canvas.text(width // 2, middle, line, size, theme.lamp, anchor="mm", room=room,
                    outline=(4, theme.shade))  # fmt: skip


@lru_cache(maxsize=16)
def crown(theme: Theme, size: int) -> Image.Image:
    return pen_sprite(size, lambda pen: pen.draw(drawings("all")["crown"], theme))


@lru_cache(maxsize=16)
def cup(theme: Theme, size: int) -> Image.Image:
    light = SimpleNamespace(light=mix(theme.gold, theme.white, 0.55))
    return pen_sprite(size, lambda pen: pen.draw(drawings("all")["cup"], theme, light))


@lru_cache(maxsize=16)
def medal(theme: Theme, size: int, place: int) -> Image.Image:
    """Return a medal without its number: gold, silver or bronze for places 1, 2 and 3."""
    colour = (theme.gold, theme.silver, theme.bronze)[place - 1]

    def draw(pen: Pen) -> None:
        pen.oval((0, 0, 1, 1), theme.ink_soft)
        pen.oval((0.05, 0.05, 0.95, 0.95), colour)
        pen.oval((0.13, 0.13, 0.87, 0.87), mix(colour, theme.white, 0.45))

    return pen_sprite(size, draw)


@lru_cache(maxsize=16)
def computer(theme: Theme, size: int, colour: RGB) -> Image.Image:
    ink = SimpleNamespace(colour=colour)
    return pen_sprite(size, lambda pen: pen.draw(drawings("all")["computer"], theme, ink))


@lru_cache(maxsize=16)
def seat_disc(theme: Theme, size: int, colour: RGB) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.oval((0, 0, 1, 1), theme.cream)
        pen.oval((0.06, 0.06, 0.94, 0.94), colour)

    return pen_sprite(size, draw)


def draw_disc(
    canvas: Canvas, theme: Theme, x: int, y: int, size: int, colour: RGB, label: str, text: int
) -> None:
    canvas.sprite(seat_disc(theme, size, colour), x, y)
    canvas.text(x, y - 1, label, text, theme.cream, weight=Weight.BLACK, anchor="mm")


def draw_seat(
    canvas: Canvas, theme: Theme, seat: Seat, x: int, y: int, size: int = 46, text: int = 0
) -> None:
    label, text = str(seat + 1), text or round(size * 0.74)
    draw_disc(canvas, theme, x, y, size, theme.seat(seat), label, text)
