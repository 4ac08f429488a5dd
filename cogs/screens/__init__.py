"""What each game shows: text, picture and controls of a board; statistics. A line a game each."""

from cogs.screens.base import Control, Form, FormField, GameScreens, Menu, Option, Scene
from cogs.screens.plain import PlainScreens
from cogs.screens.statistics import PlainStatistics, StatisticsScreens
from games.dice_miner.screens.screens import DiceMinerScreens
from games.dice_miner.screens.statistics import DiceMinerStatistics

SCREENS: dict[str, GameScreens] = {
    "dice-miner": DiceMinerScreens(),
}


STATISTICS: dict[str, StatisticsScreens] = {
    "dice-miner": DiceMinerStatistics(),
}


def screens(game: str) -> GameScreens:
    """The screens of a game; plain ones if it has none of its own."""
    return SCREENS.get(game, PlainScreens())


def statistics_screens(game: str) -> StatisticsScreens:
    """The words for a game's statistics; plain ones if it has none of its own."""
    return STATISTICS.get(game, PlainStatistics())


__all__ = [
    "SCREENS",
    "STATISTICS",
    "Control",
    "Form",
    "FormField",
    "GameScreens",
    "Menu",
    "Option",
    "Scene",
    "screens",
    "statistics_screens",
]
