"""Solitaire in a private session: the public board has one button, which opens it."""

from dataclasses import replace

from bot.game_register import GamePackage
from cogs.screens.plain import PlainScreens

SCREENS = PlainScreens(private=True)
IN_PRIVATE = GamePackage("solitaire", "Solitaire", screens=f"{__name__}:SCREENS")
OF_THE_DAY = replace(IN_PRIVATE, daily=True)
