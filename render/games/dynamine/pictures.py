"""DYNAMINE's PICTURES for the rest of the project."""

from collections.abc import Iterator, Mapping

from PIL import Image

from engine.games.dynamine.content import Side
from render.canvas import Canvas
from render.game_pictures import Backdrop, Chart, GamePictures
from render.games.dynamine.backdrop import strata
from render.games.dynamine.board import warm_up_steps
from render.games.dynamine.colours import colours_of
from render.games.dynamine.emoji import emoji_pictures
from render.games.dynamine.mine import centre
from render.games.dynamine.palette import theme_palette
from render.games.dynamine.signs import Sign, sign_sprite
from render.games.dynamine.tiles import Face, TileLook, paint_tile
from render.theme import USUAL, Theme
from texts import Words

EMBLEMS = {
    "abyss": Sign.DEPTH,
    "labyrinth": Sign.TILES,
    "motherlode": Sign.VEINS,
    "errand": Sign.CARD,
    "oracle": Sign.GUESS,
    "hairline": Sign.VEIN,
}

_NES, _NSW, _EW = (
    int(Side.N | Side.E | Side.S), int(Side.N | Side.S | Side.W),
    int(Side.E | Side.W),
)  # fmt: skip
_MINE = (
    ((-1, 0), Face(int(Side.E), signs=(Sign.FOSSIL,), outer=True)),
    ((0, 0), Face(int(Side.E | Side.S | Side.W), look=TileLook.ENTRANCE)),
    ((1, 0), Face(int(Side.S | Side.W), signs=(Sign.VEIN,))),
    ((0, 1), Face(_NES, signs=(Sign.GREAT_ALTAR,))),
    ((1, 1), Face(_NSW, signs=(Sign.VEINS,))),
    ((0, 2), Face(int(Side.N | Side.W), signs=(Sign.WELL,), outer=True)),
    ((-1, 2), Face(_EW, signs=(Sign.VEIN, Sign.FOSSIL), outer=True)),
    ((1, 2), Face(int(Side.N), signs=(Sign.SAPPHIRE,), outer=True)),
)
_SIDE = 148
_MIDDLE = 258
_LYING = ((70, 70, Sign.VEINS), (190, 120, Sign.FOSSIL), (310, 60, Sign.SAPPHIRE))


class DynaminePictures(GamePictures):
    def name(self, words: Words) -> str:
        return words.say("DYNAMINE")

    def backdrop(self, chart: Chart, width: int, height: int, theme: Theme) -> Backdrop:
        image = strata(theme, width, height)
        if chart in (Chart.LEADERBOARD, Chart.STANDINGS):
            canvas = Canvas(image)
            for right, top, sign in _LYING:
                canvas.sprite(sign_sprite(theme, 64, sign), width - right, top)
        return Backdrop(image, theme_palette(theme))

    def emblem(self, achievement: str, size: int, theme: Theme) -> Image.Image:
        sign = EMBLEMS.get(achievement)
        if sign is None:
            return super().emblem(achievement, size, theme)
        return sign_sprite(theme, size, sign)

    def illustrate(self, canvas: Canvas, height: int, theme: Theme) -> None:
        own = colours_of(theme)
        side = min(_SIDE, (height - 40) // 12 * 4)
        top, left = (height - 3 * side) // 2, _MIDDLE - 3 * side // 2
        for row in range(3):
            low = top + row * side
            canvas.panel((left, low, left + 3 * side, low + side), 0, own.level(row + 1))
        for (column, row), face in _MINE:
            tile = paint_tile(theme, side, face._replace(ground=own.level(row + 1)))
            x, y = centre(left, (column + 1) * side, side), centre(top, row * side, side)
            canvas.sprite(tile.convert("RGBA"), x, y)

    def emoji(self, theme: Theme = USUAL) -> Mapping[str, bytes]:
        return emoji_pictures(theme)

    def warm_up_steps(self, theme: Theme = USUAL) -> Iterator[None]:
        return warm_up_steps(theme)


PICTURES = DynaminePictures()
