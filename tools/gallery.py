"""An HTML page with pictures of every kind, for every game and theme:
``python -m tools.gallery DIR``, or ``make gallery``.
"""

import argparse
import html
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name

from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from bot.app.games import load_games
from cogs.games.installed import InstalledGames
from engine.core.game import AnyGame
from render.game_pictures import GamePictures
from render.picture import Picture
from render.theme import THEMES, USUAL, Theme
from texts import Catalogue, Words
from tools.chart_samples import draw_charts

PHONE = 400
PLAIN = "plain"


def write_gallery(games: Iterable[tuple[AnyGame, GamePictures]], words: Words, folder: Path) -> int:
    """Draw everything in every theme, in a folder per game; return the number of pictures.

    `index.html` shows each picture in full and at phone width, with its alt text.
    """
    rows: list[str] = []
    for theme in THEMES.values():
        for game, pictures in games:
            own = resolve_name(f"tools.samples.{game.info.name.replace('-', '_')}:gallery")
            drawn = chain(own(game, words, theme), draw_charts(pictures, words, theme))
            rows += _section(game.info.name, theme, drawn, pictures, folder)
        rows += _section(PLAIN, theme, draw_charts(GamePictures(), words, theme), None, folder)
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>'
        "<style>body{background:#313338;color:#eee;font-family:sans-serif;max-width:110rem}"
        "img{vertical-align:top;max-width:100%}</style>" + "\n".join(rows) + "</html>\n"
    )
    (folder / "index.html").write_text(page, encoding="utf-8")
    return sum(row.startswith("<h2>") for row in rows)


def _section(
    title: str,
    theme: Theme,
    drawn: Iterable[tuple[str, Picture]],
    pictures: GamePictures | None,
    folder: Path,
) -> Iterator[str]:
    (folder / title).mkdir(parents=True, exist_ok=True)
    yield f"<h1>{html.escape(title)} · {theme.name}</h1>"
    if pictures is not None:
        yield "<p>" + "".join(_emoji(pictures, title, theme, folder)) + "</p>"
    for base, picture in drawn:
        name = base if theme is USUAL else f"{base}-{theme.name}"
        yield _row(f"{title}/{name}", picture, folder)


def _row(name: str, picture: Picture, folder: Path) -> str:
    file = f"{name}{picture.suffix}"
    (folder / file).write_bytes(picture.data)
    with Image.open(BytesIO(picture.data)) as image:
        if isinstance(image, GifImageFile):
            image.seek(image.n_frames - 1)
        height = round(image.height * PHONE / image.width)
        small = image.convert("RGB").resize((PHONE, height), Image.Resampling.LANCZOS)
    small.save(
        folder / f"{name}-{PHONE}.png", compress_level=1
    )  # fast instead of small, because these pictures are never sent
    return (
        f"<h2>{name}</h2><p>{picture.width} × {picture.height}, "
        f"{len(picture.data) / 1000:.0f} kB</p>"
        f'<img src="{file}" alt=""> <img src="{name}-{PHONE}.png" alt="">'
        f"<p>{html.escape(picture.alt)}</p>"
    )


def _emoji(pictures: GamePictures, title: str, theme: Theme, folder: Path) -> Iterator[str]:
    for name, data in pictures.emoji(theme).items():
        file = f"{title}/emoji-{name}-{theme.name}.png"
        (folder / file).write_bytes(data)
        yield f'<img src="{file}" alt="" width="64"><img src="{file}" alt="" width="22"> '


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.gallery", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en")
    chosen = parser.parse_args(arguments)
    games = InstalledGames(load_games())
    games_with_pictures = [(games.newest(name), games.pictures(name)) for name in games.names]
    words = Catalogue.load().words(chosen.language)
    written = write_gallery(games_with_pictures, words, chosen.folder)
    sys.stdout.write(f"{written} pictures in {chosen.folder / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
