"""The installed games: their parts, and their rules in every version."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from engine.core.game import AnyGame

RulesLoader = Callable[[Path], Mapping[int, AnyGame]]
"""A function from a data folder to the Games by rules version, at least one; it can raise
OperatorError.
"""


@dataclass(frozen=True, slots=True)
class GamePackage:
    """The parts of one game.

    A part is written as ``package.module:NAME`` and loaded on first use, so `verify` loads a game's
    rules without discord.py and pictures. None means that the game has no such part.
    """

    name: str
    """Name in commands, match files and databases, for example ``two-moons``. It never changes.

    The game's data is in the folder of this name in `data/games/`.
    """
    title: str
    """The name that players see, the same in every language."""
    emoji: str = "🎲"
    rules: str = ""
    screens: str | None = None
    """GameScreens; without them the game has plain ones."""
    pictures: str | None = None
    """GamePictures; without them the game has plain charts and no emoji."""
    statistics: str | None = None
    """StatisticsScreens; without them the names that the rules declare are shown."""
    guide: str | None = None
    """A GameGuide: topics of /rules, the game's sections of /help, and a short introduction."""
    lesson: str | None = None
    welcome: str | None = None
    """The game's Card on the first page of a playground."""
    extensions: tuple[str, ...] = ()
    """Modules with the game's commands and buttons, each with `build(kit, play)` like a topic."""
    daily: bool = False
    """Whether the game has a puzzle of the day, which requires that it can be played with one seat.
    The house's moves begin the puzzle.
    """

    def load_rules(self, folder: Path) -> Mapping[int, AnyGame]:
        load: RulesLoader = resolve_name(self.rules)
        return load(folder)

    def part(self, where: str | None) -> Any:
        return None if where is None else resolve_name(where)


@dataclass(frozen=True)
class GameRegister:
    games: Mapping[str, Mapping[int, AnyGame]]
    """By name, then by rules version. The first is the default game."""
    packages: Mapping[str, GamePackage] = field(default_factory=dict)
    """By name; a game without one gets a default package."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.games)

    @property
    def default(self) -> str:
        return self.names[0]

    def game(self, name: str, rules: int) -> AnyGame | None:
        return self.games.get(name, {}).get(rules)

    def package(self, name: str) -> GamePackage:
        return self.packages.get(name) or GamePackage(name, name.replace("-", " ").title())

    @property
    def daily(self) -> tuple[str, ...]:
        alone = (name for name in self.names if 1 in self.newest(name).info.seats)
        return tuple(name for name in alone if self.package(name).daily)

    def newest(self, name: str) -> AnyGame:
        versions = self.games[name]
        return versions[max(versions)]
