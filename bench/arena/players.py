"""Who plays in the arena: a Level of a game, or any version of a computer player."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from engine.core.computers import decide
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Level, Seat

Decide = Callable[[AnyGame, Any, Seat, Thinking], Any]
"""The Action that it chooses where the seat is to act."""


class UnknownPlayer(Exception):
    """Names no player of this game."""


@cache
def player(name: str) -> Decide:
    """The player of that name: a Level, or ``module:function`` of a Decide.

    Raises UnknownPlayer.
    """
    if ":" in name:
        return _version(name)
    try:
        level = Level(name)
    except ValueError as error:
        known = ", ".join(one.value for one in Level)
        raise UnknownPlayer(f"{name} is none of {known} and no module:function") from error

    def by_level(game: AnyGame, state: Any, seat: Seat, thinking: Thinking) -> Any:
        return decide(game, state, seat, level, thinking)

    return by_level


def _version(name: str) -> Decide:
    module, _, function = name.partition(":")
    try:
        found: Decide = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise UnknownPlayer(f"{name} can't be imported: {error}") from error
    return found


def check(game: AnyGame, name: str) -> None:
    """Raises UnknownPlayer if no player is called so, or the game hasn't that Level."""
    player(name)
    if ":" not in name and Level(name) not in game.info.levels:
        known = ", ".join(one.value for one in game.info.levels)
        raise UnknownPlayer(f"{game.info.name} is played by {known}, and not by {name}")
