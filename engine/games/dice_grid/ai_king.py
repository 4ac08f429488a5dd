"""The king of the dice grid: plays each choice to the end many times, on sampled rolls.

A grid has no rivals, and a fast policy (rollout.py) plays it to the end quickly, so the search
needs no estimate for the rest of the match. A choice that leaves something open, such as a type, is
first completed by the foreman (ai.py).

Rolls matter more than most choices. All choices therefore get the same rolls, so that their
differences vary less than their results. Choices clearly behind the best are dropped, and the time
goes to the close ones.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt

from engine.core.thinking import Assessed, Thinking
from engine.games.dice_grid import ai
from engine.games.dice_grid.actions import Action
from engine.games.dice_grid.rollout import Run, play, run_of
from engine.games.dice_grid.state import Finished, SimpleStage, State

_ENOUGH = 10
"""Samples before a choice can be dropped."""
_SURE = 2.0
"""Standard errors behind the best at which a choice is dropped."""
_FEW, _FEW_SPREAD = 4, 10.0
"""Standard deviation of a difference in points to assume while there are fewer samples."""
_ROUNDS = 40
"""Upper bound on the rounds of a match."""
Apply = Callable[[State, Action], State]
Legal = Callable[[State], tuple[Action, ...]]


@dataclass(slots=True)
class _Tried:
    action: Action
    start: Run | None
    """Position to play on from, or None for a finished match."""
    points: list[int] = field(default_factory=list)
    over: int = 0

    def look(self, rolls: list[float]) -> int:
        return self.over if self.start is None else play(self.start.copy(), iter(rolls).__next__)

    @property
    def mean(self) -> float:
        return sum(self.points) / len(self.points)

    def behind(self, best: "_Tried") -> tuple[float, float]:
        """Return the mean deficit to `best` on the same rolls, and its standard error."""
        # A dropped choice has fewer samples: only those with the same rolls can be compared.
        gaps = [theirs - mine for mine, theirs in zip(self.points, best.points, strict=False)]
        mean = sum(gaps) / len(gaps)
        return mean, _error(gaps, mean)


def assess(
    state: State, legal: Legal, apply: Apply, score: Callable[[State], int], thinking: Thinking
) -> tuple[Assessed[Action], ...]:
    """Return the expected points of each legal Action, best first.

    The foreman must know the dice; its choice ranks first while there are few samples.
    """
    choices = legal(state)
    foremans_choice = ai.choice(state, choices)
    candidates = [
        _start(candidate, apply(state, candidate), legal, apply, score)
        for candidate in sorted(choices, key=lambda candidate: candidate != foremans_choice)
    ]
    alive = candidates
    rolls = [thinking.random() for _ in range(_ROUNDS)]
    for candidate in candidates:
        candidate.points.append(candidate.look(rolls))
    best = candidates[0]
    while len(alive) > 1:
        rolls = [thinking.random() for _ in range(_ROUNDS)]
        points = [candidate.look(rolls) for candidate in alive if thinking.more()]
        if len(points) < len(alive):
            # Time ran out during this sample. Choices without it can't be compared with the others.
            break
        for candidate, value in zip(alive, points, strict=True):
            candidate.points.append(value)
        if len(best.points) >= _ENOUGH:
            best = max(alive, key=lambda candidate: candidate.mean)
            alive = [
                candidate
                for candidate in alive
                if candidate is best or not _hopeless(candidate, best)
            ]
    assessed = [_assessed(candidate, best) for candidate in candidates]
    return tuple(
        sorted(assessed, key=lambda candidate: (-candidate.points, candidate.action != best.action))
    )


def _hopeless(candidate: _Tried, best: _Tried) -> bool:
    gap, error = candidate.behind(best)
    return gap > _SURE * error


def _start(
    action: Action, after: State, legal: Legal, apply: Apply, score: Callable[[State], int]
) -> _Tried:
    while not (
        isinstance(after.stage, Finished)
        or after.stage in (SimpleStage.CHOOSING, SimpleStage.ROLLING)
    ):
        after = apply(after, ai.choice(after, legal(after)))
    if isinstance(after.stage, Finished):
        return _Tried(action, None, over=score(after))
    return _Tried(action, run_of(after))


def _assessed(candidate: _Tried, best: _Tried) -> Assessed[Action]:
    gap, paired = candidate.behind(best)
    error = 0.0 if candidate.start is None else _error(candidate.points, candidate.mean)
    if len(candidate.points) < _FEW and (candidate.start or best.start):
        paired = _FEW_SPREAD / sqrt(len(candidate.points))
    return Assessed(candidate.action, 0.5, best.mean - max(0.0, gap), error, paired)


def _error(values: list[int], mean: float) -> float:
    count = len(values)
    spread = sum((value - mean) ** 2 for value in values)
    return sqrt(spread / (count * max(1, count - 1)))
