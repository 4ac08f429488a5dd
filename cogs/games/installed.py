"""What the installed games bring to Discord: screens, pictures, guides, commands."""

from bot.game_register import GameRegister
from cogs.games.guide import GameGuide
from cogs.games.lesson import Lesson
from cogs.screens.base import GameScreens
from cogs.screens.installed import screens_of
from cogs.screens.statistics import PlainStatistics, StatisticsScreens
from engine.core.game import AnyGame
from render.game_pictures import GamePictures


class InstalledGames:
    """The games that are installed, by name; an unknown game is shown plainly."""

    def __init__(self, register: GameRegister) -> None:
        self._register = register
        self._plain_statistics = PlainStatistics()
        self._plain_pictures = GamePictures()

    @property
    def names(self) -> tuple[str, ...]:
        """Their names; the default game comes first."""
        return self._register.names

    @property
    def default(self) -> str:
        """The game that is meant if neither a player nor a server names one."""
        return self._register.default

    @property
    def several(self) -> bool:
        """Whether there is a choice of games."""
        return len(self.names) > 1

    @property
    def daily(self) -> tuple[str, ...]:
        """Those that have a puzzle of the day."""
        return self._register.daily

    @property
    def extensions(self) -> tuple[str, ...]:
        """The modules with the games' own commands."""
        every = (one for game in self.names for one in self._register.package(game).extensions)
        return tuple(dict.fromkeys(every))

    def newest(self, game: str) -> AnyGame:
        """Its newest rules, by which new matches are played; raises KeyError."""
        return self._register.newest(game)

    def title(self, game: str) -> str:
        """What players call it."""
        return self._register.package(game).title

    def emoji(self, game: str) -> str:
        """What stands before its title."""
        return self._register.package(game).emoji

    def description(self, command: str) -> str | None:
        """What the only game says that a general command does; None if it says nothing of it."""
        return None if self.several else self.guide(self.default).descriptions.get(command)

    def screens(self, game: str) -> GameScreens:
        """Its screens."""
        return screens_of(self._register, game)

    def statistics(self, game: str) -> StatisticsScreens:
        """The words for its statistics."""
        package = self._register.package(game)
        return package.part(package.statistics) or self._plain_statistics

    def pictures(self, game: str) -> GamePictures:
        """Its pictures."""
        package = self._register.package(game)
        return package.part(package.pictures) or self._plain_pictures

    def lesson(self, game: str) -> Lesson | None:
        """Its lesson; None if it has none."""
        package = self._register.package(game)
        found: Lesson | None = package.part(package.lesson)
        return found

    @property
    def taught(self) -> tuple[str, ...]:
        """The names of the games that have a lesson."""
        return tuple(one for one in self.names if self._register.package(one).lesson is not None)

    @property
    def all_pictures(self) -> tuple[GamePictures, ...]:
        """Those of all games."""
        return tuple(map(self.pictures, self.names))

    def guide(self, game: str) -> GameGuide:
        """What it explains of itself."""
        package = self._register.package(game)
        return package.part(package.guide) or GameGuide()
