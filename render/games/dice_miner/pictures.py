"""Dice Miner's PICTURES for the rest of the project."""

from collections.abc import Iterator, Mapping
from functools import partial

from PIL import Image

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import Canvas, dots
from render.game_pictures import Backdrop, Chart, GamePictures
from render.games.dice_miner.board import warm_up_steps
from render.games.dice_miner.cells import Cell, Lit, cell_mask, paint_cell
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.dice import DieForm, DieKey, die_sprite
from render.games.dice_miner.emoji import emoji_pictures
from render.games.dice_miner.landscape import landscape
from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.salud_frames import ahead_steps
from render.theme import USUAL, Theme
from texts import Words

EMBLEMS = {
    "landlord": DieKey(Kind.TREASURE, Face(Symbol.BEER, 1)),
    "deepest": DieKey(Kind.TUNNEL, Face(Symbol.TUNNEL, 5)),
    "singed": DieKey(Kind.HAZARD, Face(Symbol.DRAGON, 2)),
    "hairline": DieKey(Kind.TREASURE, Face(Symbol.GEM, 1)),
    "overtime": DieKey(Kind.MAGIC, Face(Symbol.DIAMOND, 1)),
    "underground": DieKey(Kind.HAZARD, Face(Symbol.ROCKFALL, 2)),
    "geology": DieKey(Kind.TOOL, Face(Symbol.PICK, 1)),
}
_SCENES = {
    Chart.LEADERBOARD: (2, 26),
    Chart.PROFILE: (1, 40),
    Chart.HEAD_TO_HEAD: (1, 30),
    Chart.INVITATION: (0, 60),
    Chart.ACHIEVEMENT: (1, 40),
    Chart.STANDINGS: (2, 26),
    Chart.BRACKET: (1, 30),
    Chart.CHAMPION: (2, 60),
    Chart.TOURNAMENT: (0, 60),
}
_LEAST = 620
"""Minimum height of the scene, from which shorter charts are cropped; otherwise the moon would be
behind the title.
"""
_SHORT = (Chart.LEADERBOARD, Chart.STANDINGS)
_STEP = 146
_HEAP = (
    ((Kind.TUNNEL, Face(Symbol.BEER, 1)),),
    ((Kind.TREASURE, Face(Symbol.GEM, 2)), (Kind.TUNNEL, Face(Symbol.TUNNEL, 3))),
    (
        (Kind.HAZARD, Face(Symbol.DRAGON, 1)),
        (Kind.MAGIC, Face(Symbol.DIAMOND, 2)),
        (Kind.TOOL, Face(Symbol.PICK, 1)),
    ),
)
_HEAP_MIDDLE = 258


class DiceMinerPictures(GamePictures):
    def name(self, words: Words) -> str:
        return words.say("Dice Miner")

    def backdrop(self, chart: Chart, width: int, height: int, theme: Theme) -> Backdrop:
        mood, ground = _SCENES[chart]
        tall = max(height, _LEAST) if chart in _SHORT else height
        scene = landscape(theme, width, tall, tall - ground, colours_of(theme).mood(mood))
        image = scene.crop((0, 0, scene.width, dots(height)))
        return Backdrop(image, theme_palette(theme, mood))

    def emblem(self, achievement: str, size: int, theme: Theme) -> Image.Image:
        die = EMBLEMS.get(achievement)
        if die is None:
            return super().emblem(achievement, size, theme)
        return die_sprite(theme, DieForm.FLAT, size, die)

    def illustrate(self, canvas: Canvas, height: int, theme: Theme) -> None:
        half = _STEP // 2
        top = height - 40 - (len(_HEAP) + 1) * half
        for row, dice in enumerate(_HEAP):
            for place, (kind, face) in enumerate(dice):
                cell = Cell(_STEP, Lit.IDLE if row else Lit.TOP, kind, face)
                x = _HEAP_MIDDLE + (2 * place - row) * half
                y = top + (row + 1) * half
                canvas.tile(cell, partial(paint_cell, theme, cell), cell_mask(_STEP), x, y)

    def emoji(self, theme: Theme = USUAL) -> Mapping[str, bytes]:
        return emoji_pictures(theme)

    def warm_up_steps(self, theme: Theme = USUAL) -> Iterator[None]:
        return warm_up_steps(theme)

    def ahead_steps(self, theme: Theme = USUAL) -> Iterator[None]:
        return ahead_steps(theme)


PICTURES = DiceMinerPictures()
