"""Emoji of the dice faces."""

import hashlib
import io
import re

from PIL import Image

from engine.games.dice_miner.observation import SeenDie
from render.games.dice_miner.emoji import (
    SIDE,
    VERSION,
    emoji_image,
    emoji_name,
    emoji_pictures,
)
from render.games.dice_miner.palette import FACES
from render.theme import USUAL
from tests.engine.dice_miner.table import CONTENT

DRAWN = {1: "8abd9e9df6478076"}
"""The digest of all drawings, by version. A changed drawing needs a new version."""


def test_every_die_has_an_emoji() -> None:
    pictures = emoji_pictures()
    used = {
        emoji_name(SeenDie("t01", kind.kind, number, face))
        for kind in CONTENT.kinds
        for number, face in enumerate(kind.faces, start=1)
    }
    assert used == set(pictures)
    assert len(pictures) == len(FACES)
    for name, data in pictures.items():
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", name)
        assert len(data) < 64 * 1024
        with Image.open(io.BytesIO(data)) as image:
            assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (SIDE, SIDE))
            assert image.getchannel("A").getpixel((0, 0)) == 0


def test_changed_drawings_need_a_new_version() -> None:
    drawn = hashlib.sha256()
    for kind, face in FACES:
        drawn.update(emoji_image(USUAL, kind, face).tobytes())
    assert DRAWN[VERSION] == drawn.hexdigest()[:16]
