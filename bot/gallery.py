"""``python -m bot.gallery DIR``: write samples of every kind of picture of every game."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.games import load_games
from cogs.games.installed import InstalledGames
from render.gallery import write_gallery
from texts import Catalogue


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bot.gallery", description=__doc__)
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
