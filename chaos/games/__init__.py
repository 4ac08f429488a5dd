"""The games that chaos can play, and the little that it has to know about each.

Everything else follows from the Game protocol and from what the bot's messages offer.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name

from bot.game_register import GameRegister
from bot.games import load_games
from bot.match.log.loaded import Loaded
from games.register import INSTALLED

ALONE = tuple(one.name for one in INSTALLED if one.daily)
"""Games for one with a puzzle of the day, which are played beside the game of a run."""


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
    """A game as chaos plays it. Only `name` and `load` are needed."""

    name: str
    load: Callable[[], GameRegister]
    """The games that the bot has, this one as the usual one."""
    missing: Callable[[Loaded], list[str]] = _none_missing
    """Pieces that are lost or too many at some moment of a match, a line each."""
    is_second_best: Callable[[str], bool] = _all_alike
    """Whether an option, by its label, is only ticked where nothing else can be."""
    limit: Callable[[str], tuple[int, int]] = _no_limit
    """How many options may be ticked in a whole form, at least and at most, by its text."""
    may_undo: Callable[[str], bool] = _any_token
    """Whether a move, by its token, is one that people like to take back."""
    tells: Callable[[str], bool] = _tells_nothing
    """Whether a text tells luck or moves of a puzzle of the day."""
    forged: tuple[str, ...] = ("pass", "x 99")
    """Tokens that are never legal, or hardly ever."""
    forged_panels: tuple[str, ...] = ("x",)
    """Panels that are not there, or hardly ever."""


@cache
def find_game(name: str = "") -> PlayableGame:
    """A game by its name, or as `module:attribute`; the bot's usual one if none is named.

    Raises: TypeError and what pkgutil raises.
    """
    name = name or load_games().default
    path = name if ":" in name else f"{__name__}.{name.replace('-', '_')}:GAME"
    found: object = resolve_name(path)
    if not isinstance(found, PlayableGame):
        raise TypeError(f"{path} is no game that chaos can play")
    return found
