"""The scene behind pictures: sky, distant and near ridges, and ground, in one of the moods."""

import itertools
from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.canvas import SCALE, SMOOTH, dots
from render.games.dice_miner.colours import Light, Mood, colours_of
from render.packed import packed
from render.theme import RGB, Theme, mix

Point = tuple[float, float]

_RIDGES = {
    Light.RISING: (
        (0.58, 0.52, 0.56, 0.46, 0.52, 0.50, 0.57, 0.45, 0.52, 0.47, 0.55),
        (0.72, 0.64, 0.66, 0.72, 0.68, 0.70, 0.74, 0.66, 0.70, 0.62, 0.68),
        (0.82, 0.84, 0.78, 0.82, 0.88, 0.90, 0.86, 0.80, 0.84, 0.78, 0.82),
    ),
    Light.SETTING: (
        (0.50, 0.43, 0.52, 0.36, 0.45, 0.40, 0.54, 0.38, 0.47, 0.35, 0.46),
        (0.66, 0.55, 0.60, 0.68, 0.58, 0.64, 0.70, 0.55, 0.63, 0.52, 0.62),
        (0.74, 0.80, 0.70, 0.78, 0.84, 0.86, 0.82, 0.76, 0.80, 0.70, 0.78),
    ),
    Light.MOON: (
        (0.62, 0.40, 0.60, 0.44, 0.34, 0.50, 0.42, 0.36, 0.56, 0.32, 0.52),
        (0.74, 0.60, 0.72, 0.66, 0.60, 0.70, 0.72, 0.58, 0.70, 0.54, 0.68),
        (0.80, 0.84, 0.76, 0.84, 0.88, 0.90, 0.86, 0.80, 0.86, 0.74, 0.80),
    ),
}
"""Heights of each ridge, evenly spaced from left to right, as shares of the scene's height."""


class Scenery:
    """A picture in progress that records where the sky was painted over; sizes in units."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.touched = Image.new("L", image.size, 0)

    def paint(self, colour: RGB, mask: Image.Image, left: int, top: int) -> None:
        self.image.paste(colour, (left, top), mask)
        self.touched.paste(255, (left, top), mask.point(_ANY))

    def fill(self, outline: Sequence[Point], colour: RGB) -> None:
        outline = [(x * SCALE, y * SCALE) for x, y in outline]
        left = max(int(min(x for x, _ in outline)), 0)
        top = max(int(min(y for _, y in outline)), 0)
        right = min(int(max(x for x, _ in outline)) + 2, self.image.width)
        bottom = min(int(max(y for _, y in outline)) + 2, self.image.height)
        if right <= left or bottom <= top:
            return
        mask = Image.new("L", ((right - left) * 2, (bottom - top) * 2), 0)
        moved = [((x - left) * 2, (y - top) * 2) for x, y in outline]
        ImageDraw.Draw(mask).polygon(moved, fill=255)
        self.paint(colour, mask.reduce(2), left, top)

    def disc(self, x: float, y: float, radius: float, colour: RGB) -> None:
        x, y, radius = x * SCALE, y * SCALE, radius * SCALE
        side = max(round(2 * radius), 1)
        large = Image.new("L", (side * SMOOTH, side * SMOOTH), 0)
        reach = side * SMOOTH - 1
        ImageDraw.Draw(large).ellipse((0, 0, reach, reach), fill=255)
        self.paint(colour, large.reduce(SMOOTH), round(x - radius), round(y - radius))


_ANY = [255 * (n > 0) for n in range(256)]


def sky_colours(mood: Mood, height: int) -> tuple[RGB, ...]:
    stops = mood.sky
    colours = []
    for y in range(height):
        where = y / max(height - 1, 1) * (len(stops) - 1)
        index = min(int(where), len(stops) - 2)
        colours.append(mix(stops[index], stops[index + 1], where - index))
    return tuple(colours)


@packed(maxsize=24)
def landscape(
    theme: Theme, width: int, height: int, horizon: int, mood: Mood | None = None
) -> Image.Image:
    return scenery(theme, width, height, horizon, mood or colours_of(theme).mood(1)).image


def scenery(theme: Theme, width: int, height: int, horizon: int, mood: Mood) -> Scenery:
    column = Image.new("RGB", (1, dots(height)), theme.ground)
    for y, colour in enumerate(sky_colours(mood, dots(horizon))):
        column.putpixel((0, y), colour)
    scene = Scenery(column.resize((dots(width), dots(height))))
    _heaven(scene, mood, width, horizon)
    for number, (heights, colour) in enumerate(zip(_RIDGES[mood.light], mood.ridges, strict=True)):
        _ridge(scene, heights, colour, horizon, mood if number == 0 else None)
    scene.touched.paste(255, (0, dots(horizon), dots(width), dots(height)))
    return scene


def _heaven(scene: Scenery, mood: Mood, width: int, horizon: int) -> None:
    match mood.light:
        case Light.RISING:
            x, y, radius = width * 0.115, horizon * 0.4, horizon * 0.075
            scene.disc(x, y, radius * 1.9, _glow(mood, 0.3))
            scene.disc(x, y, radius * 1.4, _glow(mood, 0.55))
            scene.disc(x, y, radius, mood.sun)
            white = mix(mood.sky[2], (255, 255, 255), 0.6)
            for cx, cy, size in ((0.9, 0.44, 1.0), (0.06, 0.64, 0.8), (0.97, 0.56, 0.7)):
                _cloud(scene, cx * width, cy * horizon, size * horizon * 0.05, white)
        case Light.SETTING:
            x, y, radius = width * 0.115, horizon * 0.42, horizon * 0.095
            scene.disc(x, y, radius * 1.5, _glow(mood, 0.25))
            scene.disc(x, y, radius, mood.sun)
            band = mix(mood.sky[2], mood.sun, 0.35)
            for cx, cy, length in ((0.93, 0.40, 0.13), (0.86, 0.43, 0.09), (0.03, 0.52, 0.08)):
                _streak(scene, cx * width, cy * horizon, length * width, horizon * 0.012, band)
        case Light.MOON:
            for number in range(60):
                # Irrational steps scatter the stars without visible rows, and identically each
                # time.
                sx, sy = number * 0.618034 % 1, number * 0.414214 % 0.62
                size = (1.2, 1.2, 1.7, 2.3)[number % 4]
                dim = mix(mood.sky[2], mood.sun, 0.4 + 0.2 * (number % 4))
                scene.disc(sx * width, sy * horizon, size, dim)
            x, y, radius = width * 0.115, horizon * 0.4, horizon * 0.085
            scene.disc(x, y, radius * 1.35, _glow(mood, 0.2))
            scene.disc(x, y, radius, mood.sun)
            dim = mix(mood.sun, mood.sky[3], 0.25)
            for dx, dy, share in ((-0.3, -0.2, 0.26), (0.32, 0.1, 0.2), (-0.05, 0.45, 0.16)):
                scene.disc(x + dx * radius, y + dy * radius, share * radius, dim)


def _glow(mood: Mood, share: float) -> RGB:
    """Return the glow around a light: a single colour, which compresses better than a gradient."""
    return mix(mix(mood.sky[1], mood.sky[2], 0.5), mood.sun, share)


def _cloud(scene: Scenery, x: float, y: float, size: float, colour: RGB) -> None:
    for dx, dy, radius in ((-1.3, 0.3, 0.7), (-0.4, 0.0, 1.0), (0.7, 0.1, 0.85), (1.6, 0.4, 0.6)):
        scene.disc(x + dx * size, y + dy * size, radius * size, colour)


def _streak(
    scene: Scenery, x: float, y: float, length: float, thickness: float, colour: RGB
) -> None:
    outline = (
        (-1, 0), (-0.5, -1), (0.6, -0.6),
        (1, 0), (0.3, 0.5), (-0.6, 0.4),
    )  # fmt: skip
    scene.fill([(x + dx * length, y + dy * thickness) for dx, dy in outline], colour)


def _ridge(
    scene: Scenery, heights: Sequence[float], colour: RGB, horizon: int, snow: Mood | None
) -> None:
    width = scene.image.width / SCALE
    step = width / (len(heights) - 1)
    tops = [(index * step, share * horizon) for index, share in enumerate(heights)]
    line = _broken(tops)
    scene.fill([(0, float(horizon)), *line, (width, float(horizon))], colour)
    dark = mix(colour, (0, 0, 0), 0.12)
    for before, (x, y), after in zip(tops, tops[1:], tops[2:], strict=False):
        if y < before[1] and y < after[1]:
            low = y + horizon * 0.16
            # First the side away from the light, then the snow on the peak.
            reach = step * 0.5
            scene.fill(
                [(x, y), (x + reach * 0.4, y + (after[1] - y) * 0.2 + 4),
                 (x + reach, y + (after[1] - y) * 0.5 + 8),
                 (x + reach * 0.62, low), (x + reach * 0.2, low * 0.6 + y * 0.4)],
                dark,
            )  # fmt: skip
            if snow is not None and snow.light is Light.MOON:
                deep = horizon * 0.045
                left, right = (before[1] - y) / step, (after[1] - y) / step
                scene.fill(
                    [(x, y), (x + deep * 0.9, y + deep * 0.9 * right + 2),
                     (x + deep * 0.45, y + deep * 0.8), (x + deep * 0.1, y + deep * 0.55),
                     (x - deep * 0.3, y + deep), (x - deep * 0.8, y + deep * 0.8 * left + 2)],
                    mix(colour, snow.cap, 0.7),
                )  # fmt: skip


def _broken(points: Sequence[Point]) -> list[Point]:
    jagged = []
    for index, ((x, y), (to_x, to_y)) in enumerate(itertools.pairwise(points)):
        drop = 5 + 7 * (index * 37 % 5)
        jagged.append((x, y))
        jagged.append((x + (to_x - x) * 0.4, y + (to_y - y) * 0.4 + drop * 0.5))
        jagged.append((x + (to_x - x) * 0.62, y + (to_y - y) * 0.62 - drop * 0.3))
    return [*jagged, points[-1]]
