"""What a game's pictures offer to those who know no game: charts, warm-up, emoji, gallery."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from PIL import Image, ImageOps

from engine.core.game import AnyGame
from render.canvas import Canvas, dots
from render.ornaments import crown, draw_seat
from render.palette import Palette
from render.picture import Picture
from render.theme import USUAL, Theme
from texts import Words


class Chart(Enum):
    """The charts that stand on a backdrop."""

    LEADERBOARD = auto()
    PROFILE = auto()
    HEAD_TO_HEAD = auto()
    INVITATION = auto()
    ACHIEVEMENT = auto()


@dataclass(frozen=True, slots=True)
class Backdrop:
    """What lies behind a chart."""

    image: Image.Image
    """In RGB, to be drawn on."""
    palette: Palette | None = None
    """The colours that the finished chart is reduced to; None lets it choose its own."""


class GamePictures:
    """The pictures of a game; as it stands, of one that brings none of its own.

    A game overrides what it has, in `render/games/<game>/pictures.py`, and offers one object
    there: PICTURES. All of it is slow enough to be called in a worker thread.
    """

    def name(self, words: Words) -> str:
        """What the game is called, for titles; "" where pictures say no name."""
        del words
        return ""

    def backdrop(self, chart: Chart, width: int, height: int, theme: Theme) -> Backdrop:
        """The scene behind a chart of this size, in units. Light text must be legible on it."""
        del chart
        return Backdrop(_gradient(theme, width, height).copy())

    def emblem(self, achievement: str, size: int, theme: Theme) -> Image.Image:
        """A transparent picture, `size` units wide, that stands for an achievement."""
        del achievement
        return crown(theme, size)

    def illustrate(self, canvas: Canvas, height: int, theme: Theme) -> None:
        """Draw on an invitation `height` units tall, left of the guests, who begin at 520."""
        middle = height // 2
        for seat, (x, y) in enumerate(((-90, -80), (90, -80), (-90, 80), (90, 80))):
            draw_seat(canvas, theme, seat, 258 + x, middle + y, 132)

    def emoji(self, theme: Theme = USUAL) -> Mapping[str, bytes]:
        """PNG files of the emoji that its messages use, by name; names carry a version."""
        del theme
        return {}

    def warm_up_steps(self, theme: Theme = USUAL) -> Iterator[None]:
        """Fill the caches that first pictures would wait for: seconds of work, in small steps."""
        del theme
        return iter(())

    def warm_up(self, theme: Theme = USUAL) -> None:
        """Fill those caches, all of them."""
        for _ in self.warm_up_steps(theme):
            pass

    def gallery(self, game: AnyGame, words: Words, theme: Theme) -> Iterator[tuple[str, Picture]]:
        """One picture of each kind, with its name, for contributors to look at."""
        del game, words, theme
        return iter(())


@lru_cache(maxsize=6)
def _gradient(theme: Theme, width: int, height: int) -> Image.Image:
    """From the plate's colour above to the ground's below."""
    steps = Image.linear_gradient("L").resize((dots(width), dots(height)))
    return ImageOps.colorize(steps, theme.plate, theme.ground)
