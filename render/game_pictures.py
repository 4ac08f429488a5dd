"""The interface of a game's pictures: backdrops, emblems, emoji and warm-up."""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageOps

from render.canvas import Canvas, dots
from render.distribution import Distribution
from render.ornaments import crown, draw_seat
from render.palette import Palette
from render.picture import Picture
from render.theme import USUAL, Theme
from texts import Words


class Chart(Enum):
    LEADERBOARD = auto()
    PROFILE = auto()
    HEAD_TO_HEAD = auto()
    INVITATION = auto()
    ACHIEVEMENT = auto()
    STANDINGS = auto()
    BRACKET = auto()
    CHAMPION = auto()
    TOURNAMENT = auto()


class Backdrop(NamedTuple):
    image: Image.Image
    palette: Palette | None = None
    """The palette of the finished chart; None to choose the colours for each chart."""


class GamePictures:
    """The pictures of a game. The base class serves games without pictures of their own.

    A game overrides some methods in `render/games/<game>/pictures.py` and exports an instance as
    PICTURES. All methods are slow: the event loop must not call them.
    """

    def name(self, words: Words) -> str:
        """Return the game's title; "" for none."""
        del words
        return ""

    def backdrop(self, chart: Chart, width: int, height: int, theme: Theme) -> Backdrop:
        """Return the scene behind a chart, on which light text must be legible; size in units."""
        del chart
        return Backdrop(_gradient(theme, width, height).copy())

    def emblem(self, achievement: str, size: int, theme: Theme) -> Image.Image:
        """Return a transparent sprite, `size` units wide, for an achievement's key."""
        del achievement
        return crown(theme, size)

    def illustrate(self, canvas: Canvas, height: int, theme: Theme) -> None:
        """Draw on an invitation or a tournament's poster, in the area left of 520 units.

        `height` is the picture's height in units.
        """
        middle = height // 2
        for seat, (x, y) in enumerate(((-90, -80), (90, -80), (-90, 80), (90, 80))):
            draw_seat(canvas, theme, seat, 258 + x, middle + y, 132)

    def distribution(self, shown: Distribution, words: Words, theme: Theme) -> Picture | None:
        """Return the game's own plot of the frequency of scores; None for the usual bars."""
        del shown, words, theme
        return None

    def emoji(self, theme: Theme = USUAL) -> Mapping[str, bytes]:
        """Return the emoji for the game's messages as PNG files, by name.

        A name must change when its picture does, because Discord caches emoji by name.
        """
        del theme
        return {}

    def warm_up_steps(self, theme: Theme = USUAL) -> Iterator[None]:
        """Fill the caches that would delay the first picture: seconds of work, in small steps."""
        del theme
        return iter(())

    def warm_up(self, theme: Theme = USUAL) -> None:
        for _ in self.warm_up_steps(theme):
            pass

    def ahead_steps(self, theme: Theme = USUAL) -> Iterator[None]:
        """Draw rare parts that take longer than a board; call this when nothing waits.

        A message that shows such a part for the first time would be several times slower.
        """
        del theme
        return iter(())


@lru_cache(maxsize=6)
def _gradient(theme: Theme, width: int, height: int) -> Image.Image:
    steps = Image.linear_gradient("L").resize((dots(width), dots(height)))
    return ImageOps.colorize(steps, theme.plate, theme.ground)
