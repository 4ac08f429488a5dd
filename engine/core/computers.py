"""Computer players of any Game: their Levels, and what they decide."""

from typing import Any

from engine.core.capabilities import Assess
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import GameInfo, Level, Seat

_ORDER = tuple(Level)


def nearest(info: GameInfo, level: Level) -> Level:
    """The Level at which a computer of this Game plays if it is asked for that one.

    It itself, else the next easier one that there is, else the easiest.
    """
    below = [one for one in info.levels if _ORDER.index(one) <= _ORDER.index(level)]
    return below[-1] if below else info.levels[0]


def searches(game: AnyGame, level: Level) -> bool:
    """Whether a computer of this Level takes as much time as it is given."""
    return isinstance(game, Assess) and nearest(game.info, level) is Level.KING


def decide(game: AnyGame, state: Any, seat: Seat, level: Level, thinking: Thinking) -> Any:
    """The Action that a computer of this Level chooses in this State, where the seat is to act."""
    if searches(game, level):
        assert isinstance(game, Assess)
        return game.assess(state, seat, thinking)[0].action
    return game.suggest(state, seat, level)
