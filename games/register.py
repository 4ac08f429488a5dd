"""Which games there are. The first is the default: the one meant if nobody names another."""

from pkgutil import resolve_name

from bot.game_register import GamePackage

_PACKAGES = ("games.dice_miner", "games.dice_grid", "games.dynamine")
"""A line a game."""
INSTALLED: tuple[GamePackage, ...] = tuple(resolve_name(f"{one}:GAME") for one in _PACKAGES)
