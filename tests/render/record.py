"""Draws the reference pictures again: ``python -m tests.render.record``. Look at each of them
afterwards.

This also chooses the colours of all palettes again, and stores them in `data/palettes.json`.
"""

import io
import json
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from unittest.mock import patch

from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from engine.games.dice_miner.content import Face, Kind, Symbol
from engine.games.dice_miner.observation import SeenDie
from render import chosen_colours
from render.charts.achievement import draw_medal
from render.games.dice_grid import palette as dice_grid
from render.games.dice_miner import palette as dice_miner
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.pictures import PICTURES
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.salud_move import draw_shout
from render.games.dice_miner.score_sheet import draw_sheet
from render.games.dynamine import palette as dynamine
from render.picture import Picture
from render.theme import RGB, THEMES
from tests.render.dice_miner.views import ALL, HEROES, PLAYERS, WORDS, Table

DIE = SeenDie("t01", Kind.TUNNEL, 3, Face(Symbol.TUNNEL, 3))
FOLDER = Path(__file__).parent / "references"


def board(table: Table) -> Picture:
    return draw_board(table.view, table.players, WORDS, table.last, HEROES)


def drawings() -> dict[str, Picture]:
    """Return the reference pictures by name."""
    pictures = {
        f"board-{name}": board(ALL[name]()) for name in ("draft", "salud", "crowded", "keeping")
    }
    end = ALL["finished"]()
    pictures["sheet"] = draw_sheet(end.view, end.players, WORDS)
    pictures["poster"] = draw_poster(end.view, end.players, WORDS)
    why = "gave 5 beers in one match"
    pictures["medal"] = draw_medal(PLAYERS[1], 1, "landlord", "Landlord", why, PICTURES, WORDS)
    pictures["shout"] = last_still(draw_shout(PLAYERS, 0, 1, DIE, WORDS))
    return pictures


def last_still(picture: Picture) -> Picture:
    """Return the last frame of an animation as a separate picture."""
    file = io.BytesIO()
    with Image.open(io.BytesIO(picture.data)) as image:
        assert isinstance(image, GifImageFile)
        image.seek(image.n_frames - 1)
        image.convert("RGB").quantize(128).save(file, "PNG")
    return Picture(file.getvalue(), picture.width, picture.height, picture.alt)


Choice = tuple[Image.Image, int, tuple[RGB, ...]]
"""A sample, the number of colours to choose from it, and the colours that are already there."""


def choices() -> list[Choice]:
    """Return the choices of colours for the palettes of all games, themes and moods."""
    recorded: list[Choice] = []
    choose = chosen_colours.chosen

    def noted(sample: Image.Image, count: int, kept: Iterable[RGB]) -> tuple[RGB, ...]:
        recorded.append((sample, count, tuple(kept)))
        return choose(*recorded[-1])

    with ExitStack() as patched:
        for module in (dice_miner, chosen_colours):
            patched.enter_context(patch.object(module, "chosen", noted))
        dice_miner._common.cache_clear()
        for theme in THEMES.values():
            for mood in range(len(colours_of(theme).moods)):
                dice_miner.theme_palette.__wrapped__(theme, mood)
            dice_grid.theme_palette.__wrapped__(theme)
            dynamine.theme_palette.__wrapped__(theme)
    return recorded


def main() -> None:
    kept = {
        chosen_colours.digest(*choice): bytes(chain(*chosen_colours.choose(*choice))).hex()
        for choice in choices()
    }
    chosen_colours.KEPT.write_text(json.dumps(kept, indent=0, sort_keys=True) + "\n")
    FOLDER.mkdir(exist_ok=True)
    for name, picture in drawings().items():
        (FOLDER / f"{name}.png").write_bytes(picture.data)


if __name__ == "__main__":
    main()
