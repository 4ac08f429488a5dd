"""Fixed palettes: pictures are drawn in their numbers from the start, so none is converted."""

from collections.abc import Iterable
from functools import cached_property, lru_cache

from PIL import Image

from render.theme import RGB, mix

SIZE = 256
SHADES = 13
"""Steps of a smooth edge between two colours; more would only make files larger."""


class Palette:
    """At most 256 colours by number.

    The first `common` are equal in all palettes with this `theme`, which is that of one game.
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
        """The palette as `Image.quantize` takes it."""
        return _latest(self.colours)

    @cached_property
    def numbers(self) -> list[int]:
        """Red, green and blue of each colour, one after the other."""
        return [channel for colour in self.colours for channel in colour]

    def number(self, colour: RGB) -> int:
        """The number of a colour, or else of the nearest common one."""
        found = self._numbers.get(colour)
        if found is None:
            found = self._numbers[colour] = self._nearest(colour)
        return found

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
        """A table from coverage (0 to 255) to the number of `colour` blended over `ground`."""
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
        """An RGB picture as an "L" picture of numbers: of the common colours only, or of all."""
        colours = _of_theme(self.colours[: self.common]) if common else self.image
        few = image.quantize(palette=colours, dither=Image.Dither.NONE)
        return Image.frombytes("L", few.size, few.tobytes())


def as_image(colours: tuple[RGB, ...]) -> Image.Image:
    """A palette as `Image.quantize` takes it."""
    # Pillow takes a palette of 256 colours; the first one fills the places left over.
    numbers = [channel for colour in colours for channel in colour]
    made = Image.new("P", (1, 1))
    made.putpalette(numbers + numbers[:3] * (SIZE - len(colours)))
    # Threads share it. Pillow would hand the colours over when the palette is first used: two
    # threads that do so at once free the colours that one of them is reading.
    made.load()
    return made


# Pillow keeps half a megabyte beside each of these once it has looked up colours in it.
_latest = lru_cache(maxsize=1)(as_image)
_of_theme = lru_cache(maxsize=6)(as_image)
