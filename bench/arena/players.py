"""Players in the arena: a level of a game, or any variant of a computer player."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from engine.core.computers import decide
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Level, Seat

Decide = Callable[[AnyGame, Any, Seat, Thinking], Any]
"""Chooses an Action for a seat."""


class UnknownPlayer(Exception):
    """No player of this game has the name."""


@cache
def player(name: str) -> Decide:
    """Return the player with this name, a level or a ``module:function``; raise UnknownPlayer."""
    if ":" in name:
        return _version(name)
    try:
        level = Level(name)
    except ValueError as error:
        names = ", ".join(level.value for level in Level)
        raise UnknownPlayer(f"{name} is neither one of {names} nor a module:function") from error

    def by_level(game: AnyGame, state: Any, seat: Seat, thinking: Thinking) -> Any:
        return decide(game, state, seat, level, thinking)

    return by_level


def _version(name: str) -> Decide:
    module, _, function = name.partition(":")
    try:
        decide: Decide = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise UnknownPlayer(f"{name} can't be imported: {error}") from error
    return decide


def check(game: AnyGame, name: str) -> None:
    """Raise UnknownPlayer if the name or the level does not exist."""
    player(name)
    if ":" not in name and Level(name) not in game.info.levels:
        names = ", ".join(level.value for level in game.info.levels)
        raise UnknownPlayer(f"{game.info.name} has the players {names}, but not {name}")
