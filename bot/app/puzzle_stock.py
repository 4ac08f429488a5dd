"""The bundled stock of verified puzzles, so that a new installation has some from its first day."""

from pathlib import Path

from bot.game_register import GameRegister
from engine.core.puzzlefile import read
from engine.core.puzzles import Puzzle

STOCK = Path(__file__).resolve().parents[2] / "data" / "puzzles"
"""One folder per game, in it one file per puzzle, named by the puzzle's key."""
SUFFIX = ".puzzle"


def files(game: str, folder: Path = STOCK) -> tuple[Path, ...]:
    return tuple(sorted((folder / game).glob(f"*{SUFFIX}")))


def read_bundle(games: GameRegister, folder: Path = STOCK) -> tuple[Puzzle, ...]:
    """Return the puzzles of all installed games, by key. Takes some milliseconds for each.

    Raise BadLine if a file is broken.
    """
    return tuple(
        read(path.read_bytes(), games.game)[1]
        for name in games.names
        for path in files(name, folder)
    )
