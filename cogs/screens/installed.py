"""Find the screens of an installed game, without loading Discord."""

from bot.game_register import GameRegister
from cogs.screens.base import GameScreens
from cogs.screens.plain import PlainScreens

_PLAIN = PlainScreens()


def screens_of(register: GameRegister, game: str) -> GameScreens:
    package = register.package(game)
    return package.part(package.screens) or _PLAIN
