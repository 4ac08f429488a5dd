"""The installed games' parts of the Discord side: screens, pictures, guides, commands."""

from bot.game_register import GameRegister
from cogs.games.guide import GameGuide
from cogs.games.lesson import Lesson
from cogs.screens.base import GameScreens
from cogs.screens.installed import screens_of
from cogs.screens.statistics import PlainStatistics, StatisticsScreens
from engine.core.game import AnyGame
from render.game_pictures import GamePictures


class InstalledGames:
    def __init__(self, register: GameRegister) -> None:
        self._register = register
        self._plain_statistics = PlainStatistics()
        self._plain_pictures = GamePictures()

    @property
    def names(self) -> tuple[str, ...]:
        """The default game comes first."""
        return self._register.names

    @property
    def default(self) -> str:
        return self._register.default

    @property
    def several(self) -> bool:
        return len(self.names) > 1

    @property
    def daily(self) -> tuple[str, ...]:
        return self._register.daily

    @property
    def puzzling(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if self.newest(name).puzzle_kinds)

    @property
    def have_days(self) -> bool:
        """Return whether a day can have results: of a daily puzzle, or of one from a match."""
        return bool(self.daily or self.puzzling)

    @property
    def extensions(self) -> tuple[str, ...]:
        every = (
            module for game in self.names for module in self._register.package(game).extensions
        )
        return tuple(dict.fromkeys(every))

    def newest(self, game: str) -> AnyGame:
        """Return the newest rules, used for new matches; raise KeyError."""
        return self._register.newest(game)

    def title(self, game: str) -> str:
        return self._register.package(game).title

    def emoji(self, game: str) -> str:
        return self._register.package(game).emoji

    def description(self, command: str) -> str | None:
        """Return the only game's description of a general command, or None."""
        return None if self.several else self.guide(self.default).descriptions.get(command)

    def screens(self, game: str) -> GameScreens:
        return screens_of(self._register, game)

    def statistics(self, game: str) -> StatisticsScreens:
        package = self._register.package(game)
        return package.part(package.statistics) or self._plain_statistics

    def pictures(self, game: str) -> GamePictures:
        package = self._register.package(game)
        return package.part(package.pictures) or self._plain_pictures

    def lesson(self, game: str) -> Lesson | None:
        package = self._register.package(game)
        lesson: Lesson | None = package.part(package.lesson)
        return lesson

    @property
    def taught(self) -> tuple[str, ...]:
        return tuple(game for game in self.names if self._register.package(game).lesson is not None)

    @property
    def all_pictures(self) -> tuple[GamePictures, ...]:
        return tuple(map(self.pictures, self.names))

    def guide(self, game: str) -> GameGuide:
        package = self._register.package(game)
        return package.part(package.guide) or GameGuide()
