"""``python -m render gallery DIR``: every kind of picture, to look at."""

import argparse
import sys
from pathlib import Path

from engine.games.dice_miner.rules import DiceMiner
from render.gallery import write_gallery
from texts import Catalogue


def main(arguments: list[str]) -> int:
    """Run the command line; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawn = commands.add_parser("gallery", help="write one picture of each kind of state")
    drawn.add_argument("folder", type=Path)
    drawn.add_argument("--language", default="en")
    told = parser.parse_args(arguments)
    # Only here does a picture need a game's data, which is read where the bot is put together.
    from bot.games import load_games

    game = load_games().newest("dice-miner")
    assert isinstance(game, DiceMiner), "dice-miner is Dice Miner"
    written = write_gallery(game, Catalogue.load().words(told.language), told.folder)
    sys.stdout.write(f"{written} pictures in {told.folder / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
