"""``python -m bot.gallery DIR``: every kind of picture of every game, to look at."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.games import load_games
from render.gallery import write_gallery
from render.game_pictures import GamePictures
from render.games.dice_miner.pictures import PICTURES as DICE_MINER
from texts import Catalogue

PICTURES: Mapping[str, GamePictures] = {"dice-miner": DICE_MINER}
"""By the name of the game; games that are missing here have plain charts only."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot.gallery", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en")
    chosen = parser.parse_args(arguments)
    register = load_games()
    games = [(register.newest(name), PICTURES.get(name, GamePictures())) for name in register.names]
    words = Catalogue.load().words(chosen.language)
    written = write_gallery(games, words, chosen.folder)
    sys.stdout.write(f"{written} pictures in {chosen.folder / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
