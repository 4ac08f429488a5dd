"""The king of the dice grid: it plays each choice on to the end, again and again, on sampled rolls.

All choices are tried on the same rolls, so that what tells them apart is not luck; those that are
plainly worse than the best are dropped on the way. It plays on by a quick player (rollout.py), and
fills in what a choice leaves open, such as a type, like the foreman (ai.py).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt

from engine.core.thinking import Assessed, Thinking
from engine.games.dice_grid import ai
from engine.games.dice_grid.actions import Action
from engine.games.dice_grid.rollout import Run, play, run_of
from engine.games.dice_grid.state import Choosing, Finished, Rolling, State

_ENOUGH = 10
"""Looks before a choice may be dropped."""
_SURE = 2.0
"""Standard errors by which it must be behind."""
_ROUNDS = 40
"""More than any match has."""
Apply = Callable[[State, Action], State]
Legal = Callable[[State], tuple[Action, ...]]


@dataclass(slots=True)
class _Tried:
    """A choice and what came of it, look by look."""

    action: Action
    start: Run | None
    """From where it is played on; None if the match is over."""
    points: list[int] = field(default_factory=list)
    over: int = 0
    """The points if the match is over."""

    def look(self, rolls: list[float]) -> int:
        """The points when it is played on with these rolls."""
        return self.over if self.start is None else play(self.start.copy(), iter(rolls).__next__)

    @property
    def mean(self) -> float:
        """Over all looks."""
        return sum(self.points) / len(self.points)

    def behind(self, best: "_Tried") -> tuple[float, float]:
        """By how much on the same rolls, and its standard error."""
        gaps = [theirs - mine for mine, theirs in zip(self.points, best.points, strict=False)]
        mean = sum(gaps) / len(gaps)
        return mean, _error(gaps, mean)


def assess(
    state: State, legal: Legal, apply: Apply, score: Callable[[State], int], thinking: Thinking
) -> tuple[Assessed[Action], ...]:
    """What each legal Action promises in points, the best first; at least one is legal.

    Of a table that the foreman knows, whose choice is the best as long as little was looked at.
    """
    choices = legal(state)
    first = ai.choice(state, choices)
    tried = [
        _start(one, apply(state, one), legal, apply, score)
        for one in sorted(choices, key=lambda one: one != first)
    ]
    alive = tried
    rolls = [thinking.random() for _ in range(_ROUNDS)]
    for one in tried:
        one.points.append(one.look(rolls))
    best = tried[0]
    while len(alive) > 1:
        rolls = [thinking.random() for _ in range(_ROUNDS)]
        points = [one.look(rolls) for one in alive if thinking.more()]
        if len(points) < len(alive):
            break
        for one, value in zip(alive, points, strict=True):
            one.points.append(value)
        if len(best.points) >= _ENOUGH:
            best = max(alive, key=lambda one: one.mean)
            alive = [one for one in alive if one is best or not _hopeless(one, best)]
    found = [_assessed(one, best) for one in tried]
    return tuple(sorted(found, key=lambda one: (-one.points, one.action != best.action)))


def _hopeless(one: _Tried, best: _Tried) -> bool:
    gap, error = one.behind(best)
    return gap > _SURE * error


def _start(
    action: Action, after: State, legal: Legal, apply: Apply, score: Callable[[State], int]
) -> _Tried:
    """Where a choice leads, once the foreman has filled in what it leaves open."""
    while not isinstance(after.stage, Choosing | Rolling | Finished):
        after = apply(after, ai.choice(after, legal(after)))
    if isinstance(after.stage, Finished):
        return _Tried(action, None, over=score(after))
    return _Tried(action, run_of(after))


def _assessed(one: _Tried, best: _Tried) -> Assessed[Action]:
    """Its points as far as it is behind the best on the same rolls."""
    gap, _ = one.behind(best)
    error = 0.0 if one.start is None else _error(one.points, one.mean)
    return Assessed(one.action, 0.5, best.mean - max(0.0, gap), error)


def _error(values: list[int], mean: float) -> float:
    """The standard error of their mean."""
    many = len(values)
    spread = sum((value - mean) ** 2 for value in values)
    return sqrt(spread / (many * max(1, many - 1)))
