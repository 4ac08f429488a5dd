"""Loads the games that are installed."""

from collections.abc import Iterable
from pathlib import Path

from bot.game_register import GamePackage, GameRegister
from bot.rules_files import BadGameData
from games.register import INSTALLED

DATA = Path(__file__).resolve().parent.parent / "data" / "games"
"""The folder with one folder a game."""


def load_games(data: Path = DATA, packages: Iterable[GamePackage] = INSTALLED) -> GameRegister:
    """These games, by rules from this folder; raises BadGameData at the first thing wrong."""
    found = {one.name: one for one in packages}
    return GameRegister({name: one.load_rules(data / name) for name, one in found.items()}, found)


__all__ = ["DATA", "BadGameData", "GameRegister", "load_games"]
