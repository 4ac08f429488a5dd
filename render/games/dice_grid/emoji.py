"""The types as application emoji for buttons and lines of text.

A name contains the content and the version of the drawing, so that a bot with older drawings
uploads the new ones.
"""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from render.encode import emoji_png
from render.games.dice_grid.dice import FACES, paint_die
from render.theme import USUAL, Theme

VERSION = 1
"""Increase it whenever the drawings change: Discord stores emoji by name."""
SIDE = 128
"""Pixels; Discord takes up to 256 KiB per emoji and shows at most 48 pixels."""
_DIE = 122
COMMON = ("🟢", "🟥", "🔷", "🟣", "🟡", "⚫")


def emoji_name(faces: int) -> str:
    return f"salud_v{VERSION}_d{faces}"


def left_name(faces: int, left: int) -> str:
    return f"salud_v{VERSION}_d{faces}_left_{left}"


@lru_cache(maxsize=2)
def emoji_pictures(theme: Theme = USUAL) -> Mapping[str, bytes]:
    pictures = {}
    for type_, faces in enumerate(FACES):
        pictures[emoji_name(faces)] = _picture(theme, type_, faces)
        for left in range(1, faces + 1):
            pictures[left_name(faces, left)] = _picture(theme, type_, left)
    return pictures


def _picture(theme: Theme, type_: int, number: int) -> bytes:
    die = paint_die(theme, _DIE, type_, number)
    image = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    image.paste(die, ((SIDE - die.width) // 2, (SIDE - die.height) // 2))
    return emoji_png(image)
