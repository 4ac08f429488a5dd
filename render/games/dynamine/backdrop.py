"""The background of all pictures: layers of earth with stones."""

from PIL import Image, ImageDraw

from render.canvas import SMOOTH, dots
from render.games.dynamine.colours import colours_of
from render.packed import packed
from render.theme import RGB, Theme, mix

_THICK = (96, 150, 118, 176, 132)
_WAVES = (0, 14, 22, 12, -6, -16, -10, 4)
_STONES = ((70, 40), (250, 96), (430, 30), (560, 120), (760, 64), (930, 104), (1090, 26))


@packed(maxsize=8)
def strata(theme: Theme, width: int, height: int) -> Image.Image:
    """Return layers of earth in RGB; size in units."""
    own = colours_of(theme)
    scale = SMOOTH * dots(width) / width
    large = Image.new("RGB", (dots(width) * SMOOTH, dots(height) * SMOOTH), own.strata[0])
    draw = ImageDraw.Draw(large)
    top, layer = 0, 0
    while top < height + 40:
        colour = own.strata[layer % len(own.strata)]
        if layer:
            _border(draw, scale, width, height, top, layer, colour)
        _stones(draw, scale, width, top, layer, mix(colour, theme.shade, 0.3))
        top += _THICK[layer % len(_THICK)]
        layer += 1
    return large.reduce(SMOOTH)


def _border(
    draw: ImageDraw.ImageDraw,
    scale: float,
    width: int,
    height: int,
    top: int,
    layer: int,
    colour: RGB,
) -> None:
    points = [
        (at * 80 * scale, (top + _WAVES[(at + 3 * layer) % len(_WAVES)]) * scale)
        for at in range(width // 80 + 2)
    ]
    corners = [(width * scale * 1.1, (height + 60) * scale), (0, (height + 60) * scale)]
    draw.polygon([*points, *corners], fill=colour)


def _stones(
    draw: ImageDraw.ImageDraw, scale: float, width: int, top: int, layer: int, colour: RGB
) -> None:
    for number, (x, y) in enumerate(_STONES):
        left = (x + 173 * layer) % width
        wide = 16 + 7 * ((number + layer) % 4)
        height = wide * 0.6
        draw.ellipse(
            (left * scale, (top + y) * scale, (left + wide) * scale, (top + y + height) * scale),
            fill=colour,
        )
