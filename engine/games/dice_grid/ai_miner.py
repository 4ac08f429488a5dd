"""The computer player in between: it goes straight, and overlooks detours.

It weighs positions like the foreman (ai.py). But where the marker can go it counts the shortest
way to each square alone, as people do, and looks for longer ones only when there is no other move.
"""

from functools import cache

from engine.games.dice_grid import ways
from engine.games.dice_grid.actions import Action, Go
from engine.games.dice_grid.ai import Ways, choice
from engine.games.dice_grid.state import State


def suggest_miner(state: State, legal: tuple[Action, ...], size: int) -> Action:
    """The choice among the legal Actions, of which there is at least one."""
    short = _shortest(size)
    seen = tuple(
        one
        for one in legal
        if not isinstance(one, Go) or one.steps in _steps(short, state.marker, one.square)
    )
    moves = any(isinstance(one, Go) for one in seen)
    return choice(state, seen if moves else legal, short)


def _steps(short: Ways, marker: int | None, square: int) -> tuple[int, ...]:
    assert marker is not None, "a move begins somewhere"
    return short[marker][square]


@cache
def _shortest(size: int) -> Ways:
    """By start and end, the steps of the shortest way; () for none."""
    return tuple(tuple(steps[:1] for steps in ends) for ends in ways.lengths(size))
