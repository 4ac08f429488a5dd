"""The wooden table under the grid."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import SMOOTH, dots
from render.games.dice_grid.colours import colours_of
from render.theme import RGB, Theme, mix

PLANK = 150


def planks(theme: Theme, width: int, height: int) -> Image.Image:
    """Return the planks as an RGB picture; sizes in units."""
    own = colours_of(theme)
    image = Image.new("RGB", (dots(width), dots(height)), own.gap)
    draw = ImageDraw.Draw(image)
    plank = dots(PLANK)
    for row, top in enumerate(range(0, image.height, plank)):
        # Irrational steps scatter the joints without a visible pattern, and identically each time.
        joint = round((0.2 + row * 0.618034 % 1 * 0.6) * image.width)
        for part, (left, right) in enumerate(((0, joint - 2), (joint + 1, image.width))):
            colour = own.wood[(row * 3 + part * 2) % len(own.wood)]
            draw.rectangle((left, top, right, top + plank - 4), fill=colour)
            draw.rectangle((left, top, right, top + 1), fill=mix(colour, (255, 230, 190), 0.12))
            _grain(draw, (left, top, right, top + plank - 4), mix(colour, own.grain, 0.7), row)
    return image


def _grain(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], colour: RGB, seed: int
) -> None:
    left, top, right, bottom = box
    for number in range(7):
        spread = (number * 0.414214 + seed * 0.271) % 1
        y = top + 8 + round((bottom - top - 16) * (number + 0.4 * spread) / 6.6)
        begin = left + round((right - left) * (spread * 0.5))
        end = min(begin + round((right - left) * (0.25 + 0.6 * (1 - spread))), right)
        draw.line((begin, y, end, y), fill=colour, width=1 + number % 2)


@lru_cache(maxsize=4)
def ring_stain(theme: Theme, size: int) -> Image.Image:
    side = dots(size)
    large = Image.new("RGBA", (side * SMOOTH, side * SMOOTH), (*colours_of(theme).gap, 0))
    draw = ImageDraw.Draw(large)
    side_end = side * SMOOTH - 1
    shade = (*mix(colours_of(theme).wood[0], colours_of(theme).gap, 0.55), 255)
    line = round(side_end * 0.035)
    draw.arc((0, 0, side_end, side_end), 25, 310, fill=shade, width=line)
    draw.arc((line * 2, line * 2, side_end - line * 2, side_end - line * 2), 200, 380, fill=shade,
             width=line // 2)  # fmt: skip
    return large.convert("RGBa").reduce(SMOOTH).convert("RGBA")
