"""What each game shows: text, picture and controls of a board. One line a game."""

from cogs.screens.base import Control, Form, FormField, GameScreens, Menu, Option, Scene
from cogs.screens.plain import PlainScreens
from games.dice_miner.screens.screens import DiceMinerScreens

SCREENS: dict[str, GameScreens] = {
    "dice-miner": DiceMinerScreens(),
}


def screens(game: str) -> GameScreens:
    """The screens of a game; plain ones where it has none of its own."""
    return SCREENS.get(game, PlainScreens())


__all__ = [
    "SCREENS",
    "Control",
    "Form",
    "FormField",
    "GameScreens",
    "Menu",
    "Option",
    "Scene",
    "screens",
]
