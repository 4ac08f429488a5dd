"""The faces of dice as application emoji for buttons and lines of text.

A name contains the content and the version of the drawing, so that a bot with older drawings
uploads the new ones.
"""

import io
from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from engine.games.dice_miner.content import Face, Kind, Symbol
from engine.games.dice_miner.observation import SeenDie
from render.games.dice_miner.dice import DieForm, DieKey, paint_die
from render.games.dice_miner.palette import FACES
from render.theme import USUAL, Theme

VERSION = 1
"""Increase it whenever the drawings change: Discord stores emoji by name."""
SIDE = 128
"""Pixels; Discord takes up to 256 KiB per emoji and shows at most 48 pixels."""
_DIE = 112


def emoji_name(die: SeenDie) -> str:
    return _name(die.kind, die.face)


def _name(kind: Kind, face: Face) -> str:
    if face.symbol is Symbol.BEER:
        return f"salud_v{VERSION}_beer_{kind.value}"
    return f"salud_v{VERSION}_{face.symbol.value}_{face.count}"


@lru_cache(maxsize=2)
def emoji_pictures(theme: Theme = USUAL) -> Mapping[str, bytes]:
    return {_name(kind, face): _picture(theme, kind, face) for kind, face in FACES}


def _picture(theme: Theme, kind: Kind, face: Face) -> bytes:
    file = io.BytesIO()
    emoji_image(theme, kind, face).save(file, "PNG", optimize=True)
    return file.getvalue()


def emoji_image(theme: Theme, kind: Kind, face: Face) -> Image.Image:
    die = paint_die(theme, DieForm.FLAT, _DIE, DieKey(kind, face))
    image = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    image.paste(die, ((SIDE - die.width) // 2, (SIDE - die.height) // 2))
    return image
