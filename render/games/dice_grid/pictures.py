"""The dice grid's PICTURES for the rest of the project."""

from collections.abc import Iterator, Mapping

from PIL import Image

from render.canvas import Canvas
from render.distribution import Distribution
from render.game_pictures import Backdrop, Chart, GamePictures
from render.games.dice_grid.board import warm_up_steps
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import FACES, die_sprite
from render.games.dice_grid.distribution import draw_distribution
from render.games.dice_grid.emoji import emoji_pictures
from render.games.dice_grid.table import planks, ring_stain
from render.picture import Picture
from render.theme import USUAL, Theme
from texts import Words

_LYING = ((-70, 66, 4, 20), (-176, 104, 1, 6), (-262, 52, 3, 10), (-352, 112, 0, 4))
_DICE = 96
_SHADED = 0.6
_HEAP = ((0, -158, 0), (-82, -16, 1), (82, -16, 2), (-156, 128, 3), (0, 128, 4), (156, 128, 5))
_HEAP_MIDDLE = 258
_HEAP_DIE = 144


class DiceGridPictures(GamePictures):
    def name(self, words: Words) -> str:
        return words.say("Isegrim's dice grid")

    def backdrop(self, chart: Chart, width: int, height: int, theme: Theme) -> Backdrop:
        image = planks(theme, width, height)
        canvas = Canvas(image)
        stain = ring_stain(theme, 210)
        canvas.sprite(stain, width * 3 // 5, 96)
        canvas.sprite(stain, width // 9, height - 40)
        if chart in (Chart.LEADERBOARD, Chart.STANDINGS):
            for right, y, type_, number in _LYING:
                die = die_sprite(theme, _DICE, type_, number)
                wood = Image.new("RGB", die.size, colours_of(theme).wood[0])
                shaded = Image.blend(die.convert("RGB"), wood, _SHADED)
                shaded.putalpha(die.getchannel("A"))
                canvas.sprite(shaded, width + right, y)
        return Backdrop(image)

    def emblem(self, achievement: str, size: int, theme: Theme) -> Image.Image:
        type_ = sum(map(ord, achievement)) % len(FACES)
        return die_sprite(theme, size, type_, FACES[type_])

    def illustrate(self, canvas: Canvas, height: int, theme: Theme) -> None:
        for dx, dy, type_ in _HEAP:
            die = die_sprite(theme, _HEAP_DIE, type_, FACES[type_])
            canvas.sprite(die, _HEAP_MIDDLE + dx, height // 2 + dy)

    def distribution(self, shown: Distribution, words: Words, theme: Theme) -> Picture:
        return draw_distribution(shown, words, theme)

    def emoji(self, theme: Theme = USUAL) -> Mapping[str, bytes]:
        return emoji_pictures(theme)

    def warm_up_steps(self, theme: Theme = USUAL) -> Iterator[None]:
        return warm_up_steps(theme)


PICTURES = DiceGridPictures()
