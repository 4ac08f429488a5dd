"""The list of installed games. The first is the default for commands that name no game."""

from pkgutil import resolve_name

from bot.game_register import GamePackage

_PACKAGES = ("games.dice_miner", "games.dice_grid", "games.dynamine")
INSTALLED: tuple[GamePackage, ...] = tuple(resolve_name(f"{package}:GAME") for package in _PACKAGES)
