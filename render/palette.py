"""Fixed palettes. Pictures are drawn in palette numbers from the start, so they need no
conversion.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache

from PIL import Image

from render.theme import RGB, mix

SIZE = 256
SHADES = 13
"""Number of steps of a smooth edge between two colours; more would only enlarge files."""


class Palette:
    """At most 256 colours by number.

    The first `common` colours are the same in all palettes with the same `theme`, so sprites in
    those colours can be cached once for all of these palettes. A `theme` belongs to one game.
    """

    def __init__(self, theme: str, colours: Iterable[RGB], common: int) -> None:
        self.theme = theme
        self.colours = tuple(colours)[:SIZE]
        self.common = min(common, len(self.colours))
        self._numbers: dict[RGB, int] = {}
        for number, colour in enumerate(self.colours):
            self._numbers.setdefault(colour, number)
        self._blends: dict[tuple[int, RGB], bytes] = {}

    @property
    def image(self) -> Image.Image:
        return _latest(self.colours)

    @cached_property
    def numbers(self) -> list[int]:
        """Red, green and blue of all colours in sequence."""
        return [channel for colour in self.colours for channel in colour]

    def number(self, colour: RGB) -> int:
        """Return the number of the colour, or of the nearest common one."""
        number = self._numbers.get(colour)
        if number is None:
            number = self._numbers[colour] = self._nearest(colour)
        return number

    def _nearest(self, colour: RGB) -> int:
        red, green, blue = colour
        return min(
            range(self.common),
            key=lambda number: (
                3 * (self.colours[number][0] - red) ** 2
                + 4 * (self.colours[number][1] - green) ** 2
                + 2 * (self.colours[number][2] - blue) ** 2
            ),
        )

    def blend(self, ground: int, colour: RGB) -> bytes:
        """Return a table from coverage, 0 to 255, to the number of `colour` blended over
        `ground`.
        """
        key = (ground, colour)
        table = self._blends.get(key)
        if table is None:
            below = self.colours[ground]
            steps = [self.number(mix(below, colour, step / (SHADES - 1))) for step in range(SHADES)]
            steps[0] = ground
            table = bytes(steps[round(n * (SHADES - 1) / 255)] for n in range(256))
            self._blends[key] = table
        return table

    def reduce(self, image: Image.Image, *, common: bool = True) -> Image.Image:
        """Convert an RGB picture to palette numbers, by default of the common colours only."""
        colours = _of_theme(self.colours[: self.common]) if common else self.image
        few = image.quantize(palette=colours, dither=Image.Dither.NONE)
        return Image.frombytes("L", few.size, few.tobytes())


def as_image(colours: tuple[RGB, ...]) -> Image.Image:
    # Pillow needs 256 colours, so the first one fills the remaining places.
    numbers = [channel for colour in colours for channel in colour]
    image = Image.new("P", (1, 1))
    image.putpalette(numbers + numbers[:3] * (SIZE - len(colours)))
    # Threads share the image. Pillow transfers the colours lazily on first use, and two threads
    # that do so at the same time free the colours that one of them is reading.
    image.load()
    return image


_latest = lru_cache(maxsize=1)(as_image)
_of_theme = lru_cache(maxsize=6)(as_image)


def forget_searches() -> None:
    """Return half a megabyte per palette, which Pillow keeps after its first search for the nearest
    colours. The next search takes up to a millisecond longer.
    """
    _latest.cache_clear()
    _of_theme.cache_clear()
