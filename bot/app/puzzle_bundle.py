"""Bundled puzzles that a database lacks, with their files."""

from collections.abc import Collection, Iterator
from pathlib import Path

from bot.app.puzzle_stock import STOCK, SUFFIX, files
from bot.game_register import GameRegister
from engine.core.puzzlefile import read
from engine.core.puzzles import Puzzle


def missing(
    games: GameRegister, game: str, known: Collection[str], folder: Path = STOCK
) -> Iterator[tuple[Puzzle, str]]:
    """Yield the puzzles of a game whose keys are not known; raise BadLine for a broken file."""
    for path in files(game, folder):
        if path.name.removesuffix(SUFFIX) not in known:
            data = path.read_bytes()
            yield read(data, games.game)[1], data.decode()
