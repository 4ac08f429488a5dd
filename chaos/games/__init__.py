"""The games that chaos plays, and the few facts that it needs about each.

Everything else follows from the class Game and from the controls on the bot's messages.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name

from bot.app.games import load_games
from bot.game_register import GameRegister
from bot.match.log.loaded import Loaded
from games.register import INSTALLED

ALONE = tuple(one.name for one in INSTALLED if one.daily)
"""Games for one player that have daily puzzles, played in addition to the game of a run."""


def _none_missing(_: Loaded) -> list[str]:
    return []


def _all_alike(_: str) -> bool:
    return False


def _tells_nothing(_: str) -> bool:
    return False


def _no_limit(_: str) -> tuple[int, int]:
    return 0, sys.maxsize


def _any_token(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game as chaos plays it. Only `name` and `load` are required."""

    name: str
    load: Callable[[], GameRegister]
    """Return the bot's games, with this one as the default."""
    missing: Callable[[Loaded], list[str]] = _none_missing
    """Return one line for each moment of a match with missing or extra pieces."""
    is_second_best: Callable[[str], bool] = _all_alike
    """Return whether to choose an option, given its label, only if no other is left."""
    limit: Callable[[str], tuple[int, int]] = _no_limit
    """Return the least and largest number of ticks in a form, given its text."""
    may_undo: Callable[[str], bool] = _any_token
    tells: Callable[[str], bool] = _tells_nothing
    """Return whether a text gives away luck or moves of a puzzle of the day."""
    forged: tuple[str, ...] = ("pass", "x 99")
    forged_panels: tuple[str, ...] = ("x",)


@cache
def find_game(name: str = "") -> PlayableGame:
    """Return a game by its name or as `module:attribute`, by default the bot's usual game.

    Raises TypeError, and the errors of pkgutil.
    """
    name = name or load_games().default
    path = name if ":" in name else f"{__name__}.{name.replace('-', '_')}:GAME"
    game: object = resolve_name(path)
    if not isinstance(game, PlayableGame):
        raise TypeError(f"{path} is not a game that chaos can play")
    return game
