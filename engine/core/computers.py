"""Computer players of any Game: their Levels and decisions."""

from typing import Any

from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import GameInfo, Level, Seat

_ORDER = tuple(Level)


def nearest(info: GameInfo, level: Level) -> Level:
    """Return this Level if the Game has it, else the next easier one, else the easiest."""
    below = [
        candidate for candidate in info.levels if _ORDER.index(candidate) <= _ORDER.index(level)
    ]
    return below[-1] if below else info.levels[0]


def searches(game: AnyGame, level: Level) -> bool:
    """Return whether a computer of this Level uses as much time as it gets."""
    return nearest(game.info, level) is Level.KING


def decide(game: AnyGame, state: Any, seat: Seat, level: Level, thinking: Thinking) -> Any:
    if searches(game, level):
        return game.assess(state, seat, thinking)[0].action
    return game.suggest(state, seat, level)
