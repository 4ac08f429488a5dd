"""The scene behind everything: an evening sky, ridges far and near, the ground."""

import itertools
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import SMOOTH
from render.theme import RGB, Theme, mix

_RIDGES = (
    (0.50, 0.43, 0.52, 0.36, 0.45, 0.40, 0.54, 0.38, 0.47, 0.35, 0.46),
    (0.66, 0.55, 0.60, 0.68, 0.58, 0.64, 0.70, 0.55, 0.63, 0.52, 0.62),
    (0.74, 0.80, 0.70, 0.78, 0.84, 0.86, 0.82, 0.76, 0.80, 0.70, 0.78),
)
"""Heights of each ridge, evenly spread from left to right, as shares of the scene's height."""


def sky_colours(theme: Theme, height: int) -> tuple[RGB, ...]:
    """The sky's colour in each line from the top."""
    stops = theme.sky
    colours = []
    for y in range(height):
        where = y / max(height - 1, 1) * (len(stops) - 1)
        index = min(int(where), len(stops) - 2)
        colours.append(mix(stops[index], stops[index + 1], where - index))
    return tuple(colours)


@lru_cache(maxsize=6)
def landscape(theme: Theme, width: int, height: int, horizon: int) -> Image.Image:
    """The scene; `horizon` is where the ground begins. Not to be changed."""
    column = Image.new("RGB", (1, height), theme.ground)
    for y, colour in enumerate(sky_colours(theme, horizon)):
        column.putpixel((0, y), colour)
    scene = column.resize((width, height))
    _sun(scene, theme, round(width * 0.115), round(horizon * 0.4), round(horizon * 0.085))
    for heights, colour in zip(_RIDGES, theme.ridges, strict=True):
        _ridge(scene, heights, colour, horizon)
    return scene


def _sun(scene: Image.Image, theme: Theme, x: int, y: int, radius: int) -> None:
    side = 2 * radius
    large = Image.new("L", (side * SMOOTH, side * SMOOTH), 0)
    ImageDraw.Draw(large).ellipse((0, 0, side * SMOOTH - 1, side * SMOOTH - 1), fill=255)
    scene.paste(theme.sun, (x - radius, y - radius), large.reduce(SMOOTH))


def _ridge(scene: Image.Image, heights: Sequence[float], colour: RGB, horizon: int) -> None:
    step = scene.width / (len(heights) - 1)
    tops = [(index * step, share * horizon) for index, share in enumerate(heights)]
    outline = [(0, float(horizon)), *_broken(tops), (scene.width, float(horizon))]
    fill_smoothly(scene, outline, colour)


def _broken(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The line with small steps between its points, always the same ones."""
    done = []
    for index, ((x, y), (to_x, to_y)) in enumerate(itertools.pairwise(points)):
        drop = 5 + 7 * (index * 37 % 5)
        done.append((x, y))
        done.append((x + (to_x - x) * 0.4, y + (to_y - y) * 0.4 + drop * 0.5))
        done.append((x + (to_x - x) * 0.62, y + (to_y - y) * 0.62 - drop * 0.3))
    return [*done, points[-1]]


def fill_smoothly(image: Image.Image, outline: Sequence[tuple[float, float]], colour: RGB) -> None:
    """Fill a polygon with smooth edges."""
    left = max(int(min(x for x, _ in outline)), 0)
    top = max(int(min(y for _, y in outline)), 0)
    right = min(int(max(x for x, _ in outline)) + 2, image.width)
    bottom = min(int(max(y for _, y in outline)) + 2, image.height)
    mask = Image.new("L", ((right - left) * 2, (bottom - top) * 2), 0)
    ImageDraw.Draw(mask).polygon([((x - left) * 2, (y - top) * 2) for x, y in outline], fill=255)
    image.paste(colour, (left, top, right, bottom), mask.reduce(2))
