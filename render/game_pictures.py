"""What a game's pictures offer to the rest: scenes for charts, emoji, warm-up, a gallery."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from PIL import Image, ImageOps

from engine.core.game import AnyGame
from render.canvas import Canvas, dots
from render.distribution import Distribution
from render.ornaments import crown, draw_seat
from render.palette import Palette
from render.picture import Picture
from render.theme import USUAL, Theme
from texts import Words


class Chart(Enum):
    """The charts that have a backdrop."""

    LEADERBOARD = auto()
    PROFILE = auto()
    HEAD_TO_HEAD = auto()
    INVITATION = auto()
    ACHIEVEMENT = auto()
    STANDINGS = auto()
    BRACKET = auto()
    CHAMPION = auto()
    TOURNAMENT = auto()


@dataclass(frozen=True, slots=True)
class Backdrop:
    """What lies behind a chart."""

    image: Image.Image
    """In RGB; the caller draws on it."""
    palette: Palette | None = None
    """The colours that the finished chart is reduced to; None: those that suit it best."""


class GamePictures:
    """The pictures of a game. This class itself is for games without pictures of their own.

    A game overrides what it has in `render/games/<game>/pictures.py`, and offers an object
    PICTURES there. All methods are slow: the event loop must not call them.
    """

    def name(self, words: Words) -> str:
        """What the game is called, as a title; "" for none."""
        del words
        return ""

    def backdrop(self, chart: Chart, width: int, height: int, theme: Theme) -> Backdrop:
        """The scene behind a chart, size in units. Light text must be legible on it."""
        del chart
        return Backdrop(_gradient(theme, width, height).copy())

    def emblem(self, achievement: str, size: int, theme: Theme) -> Image.Image:
        """A transparent sprite, `size` units wide, for an achievement by its key."""
        del achievement
        return crown(theme, size)

    def illustrate(self, canvas: Canvas, height: int, theme: Theme) -> None:
        """Draw on an invitation or a tournament's poster, left of what begins at 520 units.

        `height` is that of the picture, in units.
        """
        middle = height // 2
        for seat, (x, y) in enumerate(((-90, -80), (90, -80), (-90, 80), (90, 80))):
            draw_seat(canvas, theme, seat, 258 + x, middle + y, 132)

    def distribution(self, shown: Distribution, words: Words, theme: Theme) -> Picture | None:
        """A plot of its own of how often somebody scored what; None for the usual bars."""
        del shown, words, theme
        return None

    def emoji(self, theme: Theme = USUAL) -> Mapping[str, bytes]:
        """The emoji in its messages as PNG files, by name. A name changes when its picture does."""
        del theme
        return {}

    def warm_up_steps(self, theme: Theme = USUAL) -> Iterator[None]:
        """Fill the caches that a first picture would wait for: seconds of work, in small steps."""
        del theme
        return iter(())

    def warm_up(self, theme: Theme = USUAL) -> None:
        """Fill all of those caches."""
        for _ in self.warm_up_steps(theme):
            pass

    def gallery(self, game: AnyGame, words: Words, theme: Theme) -> Iterator[tuple[str, Picture]]:
        """One picture of each kind, by name, for contributors to look at."""
        del game, words, theme
        return iter(())


@lru_cache(maxsize=6)
def _gradient(theme: Theme, width: int, height: int) -> Image.Image:
    """A gradient from the colour of plates down to that of the ground."""
    steps = Image.linear_gradient("L").resize((dots(width), dots(height)))
    return ImageOps.colorize(steps, theme.plate, theme.ground)
