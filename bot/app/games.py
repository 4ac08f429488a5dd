"""Loading the installed games."""

from collections.abc import Iterable
from pathlib import Path

from bot.game_register import GamePackage, GameRegister
from games.register import INSTALLED

DATA = Path(__file__).resolve().parents[2] / "data" / "games"


def load_games(data: Path = DATA, packages: Iterable[GamePackage] = INSTALLED) -> GameRegister:
    by_name = {package.name: package for package in packages}
    return GameRegister(
        {name: package.load_rules(data / name) for name, package in by_name.items()}, by_name
    )


__all__ = ["DATA", "GameRegister", "load_games"]
