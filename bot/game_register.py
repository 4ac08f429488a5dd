"""The games that can be played: what each brings with it, and its rules in every version."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from engine.core.game import AnyGame

RulesLoader = Callable[[Path], Mapping[int, AnyGame]]
"""Gives the Games of a folder of data by rules version, at least one; raises BadGameData."""


@dataclass(frozen=True, slots=True)
class GamePackage:
    """What one game brings with it.

    A part is spelled ``package.module:NAME`` and loaded when somebody asks for it, so `verify`
    loads a game's rules without discord.py and without pictures. None: the game has no such part.
    """

    name: str
    """In commands, match files and databases, for example ``two-moons``. It never changes.

    The game's data is in the folder of this name in `data/games/`.
    """
    title: str
    """What players call it, in every language."""
    emoji: str = "🎲"
    """Stands before its title."""
    rules: str = ""
    """A RulesLoader."""
    screens: str | None = None
    """GameScreens; a game without has plain ones."""
    pictures: str | None = None
    """GamePictures; a game without has plain charts and no emoji."""
    statistics: str | None = None
    """StatisticsScreens; a game without is told of by the names that its rules declare."""
    guide: str | None = None
    """A GameGuide: its rules in short, its part of /help, the game in a minute."""
    lesson: str | None = None
    """The Lesson that /tutorial gives."""
    welcome: str | None = None
    """The Welcome of a playground; where it is not the default game, its starts alone are shown,
    after those of games before it."""
    extensions: tuple[str, ...] = ()
    """Commands and buttons that come with it: modules with discord.py's `setup`."""
    daily: bool = False
    """Whether it has a puzzle of the day: only a game for one seat can. One that is a HouseOpening
    begins it with what the house plays."""

    def load_rules(self, folder: Path) -> Mapping[int, AnyGame]:
        """Its Games by rules version, from its folder of data; raises BadGameData."""
        load: RulesLoader = resolve_name(self.rules)
        return load(folder)

    def part(self, where: str | None) -> Any:
        """One of its parts, for example ``package.part(package.screens)``; None if it has none."""
        return None if where is None else resolve_name(where)


@dataclass(frozen=True)
class GameRegister:
    """All Games in all their rules versions, and what comes with them."""

    games: Mapping[str, Mapping[int, AnyGame]]
    """By name, then by rules version. The first is the default game."""
    packages: Mapping[str, GamePackage] = field(default_factory=dict)
    """By name; a game may have none."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the games; the default game comes first."""
        return tuple(self.games)

    @property
    def default(self) -> str:
        """The game that is meant if nobody names one."""
        return self.names[0]

    def game(self, name: str, rules: int) -> AnyGame | None:
        """The Game of that name and rules version; None if there is none."""
        return self.games.get(name, {}).get(rules)

    def package(self, name: str) -> GamePackage:
        """What comes with a game; the least that there can be for one without a package."""
        return self.packages.get(name) or GamePackage(name, name.replace("-", " ").title())

    @property
    def daily(self) -> tuple[str, ...]:
        """The names of the games that have a puzzle of the day."""
        alone = (name for name in self.names if 1 in self.newest(name).info.seats)
        return tuple(name for name in alone if self.package(name).daily)

    def newest(self, name: str) -> AnyGame:
        """The Game in its newest rules version; raises KeyError for an unknown name."""
        versions = self.games[name]
        return versions[max(versions)]
