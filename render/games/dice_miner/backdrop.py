"""The scene behind a board, with or without its mountain."""

from functools import lru_cache

from PIL import Image

from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.landscape import Scenery, scenery, sky_colours
from render.games.dice_miner.mountain import Lattice, paint_mountain
from render.games.dice_miner.palette import SEEN, SKY, theme_palette
from render.packed import packed
from render.theme import Theme


def paint_scene(
    theme: Theme, mood: int, width: int, rows: tuple[int, ...], top: int, step: int, *, bare: bool
) -> Scenery:
    lattice = Lattice(rows, width // 2, top, step)
    horizon = lattice.horizon
    scene = scenery(theme, width, horizon, horizon, colours_of(theme).mood(mood))
    if not bare:
        paint_mountain(scene, theme, colours_of(theme).mood(mood), lattice)
    return scene


# The usual rounds have twelve pictures. The matches played at the same time need few; unpacking
# another takes 0.3 ms.
@lru_cache(maxsize=2)
@packed(maxsize=12)
def _numbers(
    theme: Theme, mood: int, width: int, rows: tuple[int, ...], top: int, step: int, *, bare: bool
) -> Image.Image:
    scene = paint_scene(theme, mood, width, rows, top, step, bare=bare)
    palette = theme_palette(theme, mood)
    numbers = palette.reduce(scene.image, common=False)
    # Rounding each line to its nearest colour would make uneven bands in the sky. Instead, each
    # line passes its rounding error on to the next (one-dimensional dithering).
    height = scene.image.height
    first = palette.common
    column = Image.new("L", (1, height))
    steps = [palette.colours[first + step] for step in range(SKY)]
    owed = [0.0, 0.0, 0.0]
    for y, colour in enumerate(sky_colours(colours_of(theme).mood(mood), height)):
        wished = [channel + debt for channel, debt in zip(colour, owed, strict=True)]
        near = min(round(y * round(SKY / SEEN) / height), SKY - 1)
        number = min(
            range(max(near - 2, 0), min(near + 2, SKY)),
            key=lambda at: sum((a - b) ** 2 for a, b in zip(steps[at], wished, strict=True)),
        )
        owed = [
            max(-4.0, min(want - got, 4.0)) for want, got in zip(wished, steps[number], strict=True)
        ]
        column.putpixel((0, y), first + number)
    sky = column.resize(scene.image.size, Image.Resampling.NEAREST)
    numbers.paste(sky, (0, 0), scene.touched.point([255 - n for n in range(256)]))
    return numbers


def backdrop_numbers(
    theme: Theme, mood: int, width: int, lattice: Lattice, *, bare: bool
) -> Image.Image:
    """Return the backdrop in numbers of the round's palette. It is shared, so don't draw on it."""
    return _numbers(theme, mood, width, lattice.rows, lattice.top, lattice.step, bare=bare)
