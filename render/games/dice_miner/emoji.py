"""The dice faces as small pictures, for application emoji: buttons and lines show the die itself.

A name tells what the picture shows and which drawing it is, so that bots with older
drawings know which are still missing.
"""

import io
from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from engine.games.dice_miner.content import Face, Kind, Symbol
from engine.games.dice_miner.observation import SeenDie
from render.games.dice_miner.dice import DieKey, Form, paint_die
from render.games.dice_miner.palette import FACES
from render.theme import USUAL, Theme

VERSION = 1
"""To be raised whenever the drawings change: Discord keeps emoji by name."""
SIDE = 128
"""Pixels; Discord takes 256 KiB an emoji and shows it at 48 at most."""
_DIE = 112
"""The die on it, which leaves room for its shadow."""


def emoji_name(die: SeenDie) -> str:
    """The name of the emoji of what a die shows; a beer has one for each kind of dice."""
    return _name(die.kind, die.face)


def _name(kind: Kind, face: Face) -> str:
    if face.symbol is Symbol.BEER:
        return f"salud_v{VERSION}_beer_{kind.value}"
    return f"salud_v{VERSION}_{face.symbol.value}_{face.count}"


@lru_cache(maxsize=2)
def emoji_pictures(theme: Theme = USUAL) -> Mapping[str, bytes]:
    """By name, a transparent PNG of SIDE × SIDE pixels for each face that dice have."""
    return {_name(kind, face): _picture(theme, kind, face) for kind, face in FACES}


def _picture(theme: Theme, kind: Kind, face: Face) -> bytes:
    held = io.BytesIO()
    emoji_image(theme, kind, face).save(held, "PNG", optimize=True)
    return held.getvalue()


def emoji_image(theme: Theme, kind: Kind, face: Face) -> Image.Image:
    """The pixels of one emoji."""
    die = paint_die(theme, Form.FLAT, _DIE, DieKey(kind, face))
    image = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    image.paste(die, ((SIDE - die.width) // 2, (SIDE - die.height) // 2))
    return image
