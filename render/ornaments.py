"""Small drawings for every game: a crown, a cup, medals, seat discs, a robot."""

import math
from functools import lru_cache

from PIL import Image

from engine.core.types import Seat
from render.canvas import Canvas, evenly, size_that_fits
from render.pen import Pen, pen_sprite
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
    def draw(pen: Pen) -> None:
        outline = ((0.16, 0.86), (0.09, 0.32), (0.3, 0.52), (0.5, 0.14), (0.7, 0.52), (0.91, 0.32),
                   (0.84, 0.86))  # fmt: skip
        pen.shape(outline, theme.gold, theme.gold_edge, 0.06)
        for x, y in ((0.09, 0.3), (0.5, 0.12), (0.91, 0.3)):
            pen.oval((x - 0.075, y - 0.075, x + 0.075, y + 0.075), theme.jewel)

    return pen_sprite(size, draw)


@lru_cache(maxsize=16)
def cup(theme: Theme, size: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        for side in (-1, 1):
            handle = tuple(
                (0.5 + side * x, y)
                for x, y in ((0.26, 0.17), (0.37, 0.14), (0.43, 0.21), (0.42, 0.32), (0.34, 0.42),
                             (0.22, 0.48))
            )  # fmt: skip
            pen.path(handle, theme.gold_edge, 0.1)
            pen.path(handle, theme.gold, 0.058)
        pen.block((0.44, 0.56, 0.56, 0.8), 0.02, theme.gold_edge)
        pen.block((0.465, 0.56, 0.535, 0.8), 0.01, theme.gold)
        bowl = ((0.22, 0.08), (0.78, 0.08), (0.75, 0.3), (0.69, 0.46), (0.6, 0.58), (0.5, 0.63),
                (0.4, 0.58), (0.31, 0.46), (0.25, 0.3))  # fmt: skip
        pen.shape(bowl, theme.gold, theme.gold_edge, 0.024)
        light = mix(theme.gold, theme.white, 0.55)
        pen.path(((0.31, 0.15), (0.33, 0.3), (0.38, 0.43)), light, 0.045)
        pen.block((0.18, 0.04, 0.82, 0.13), 0.04, theme.gold_edge)
        pen.block((0.2, 0.06, 0.8, 0.11), 0.02, light)
        pen.block((0.34, 0.74, 0.66, 0.84), 0.03, theme.gold_edge)
        pen.block((0.36, 0.76, 0.64, 0.82), 0.02, theme.gold)
        pen.block((0.22, 0.82, 0.78, 0.98), 0.03, theme.gold_edge)
        pen.block((0.25, 0.85, 0.75, 0.95), 0.02, theme.jewel)
        _star(pen, 0.5, 0.31, 0.14, theme.jewel)

    return pen_sprite(size, draw)


def _star(pen: Pen, x: float, y: float, reach: float, colour: RGB) -> None:
    turns = [math.pi * (corner / 5 - 0.5) for corner in range(10)]
    reaches = (reach, reach * 0.45) * 5
    points = tuple(
        (x + far * math.cos(turn), y + far * math.sin(turn))
        for turn, far in zip(turns, reaches, strict=True)
    )
    pen.shape(points, colour)


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
