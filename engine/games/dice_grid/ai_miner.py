"""The miner of the dice grid: moves directly and overlooks detours.

It rates positions like the foreman (ai.py). Like most people, however, it considers only the
shortest way to each square, and looks for longer ones only if there is no other move.
"""

from functools import cache

from engine.games.dice_grid import ways
from engine.games.dice_grid.actions import Action, Go
from engine.games.dice_grid.ai import Ways, choice
from engine.games.dice_grid.state import State


def suggest_miner(state: State, legal: tuple[Action, ...], size: int) -> Action:
    short = _shortest(size)
    considered = tuple(
        action
        for action in legal
        if not isinstance(action, Go) or action.steps in _steps(short, state.marker, action.square)
    )
    moves = any(isinstance(action, Go) for action in considered)
    return choice(state, considered if moves else legal, short)


def _steps(short: Ways, marker: int | None, square: int) -> tuple[int, ...]:
    assert marker is not None, "a move needs a marker"
    return short[marker][square]


@cache
def _shortest(size: int) -> Ways:
    return tuple(tuple(steps[:1] for steps in ends) for ends in ways.lengths(size))
