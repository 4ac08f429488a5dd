"""Search for DYNAMINE: end the turn after each choice, then plan the following turns.

Choices pay off late: a tile that scores little now can open the cells for the next turns. Playing
the match to its end would show that, but planning a single turn takes a whole beam search
(ai_search.py), and only a few samples would fit into the time.

The king therefore looks at its own mine for DEPTH more turns and ignores the other seats. The
foreman completes the rest of the turn (ai.py). Then the following turns are planned (ai_future.py),
with round tokens and rolls sampled from the remaining ones.

The samples are few and noisy. Two ideas make the most of them: all choices get the same luck, so
their differences vary much less than their results; and choices clearly behind the best are
dropped, so the time goes to the close ones. Until there are _ENOUGH samples, the foreman's choice
ranks first.

The king knows only public information: the order of tokens and cards is not part of a State.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import sqrt

from engine.core.thinking import Assessed, Thinking
from engine.core.types import Seat
from engine.games.dynamine import ai, prospects
from engine.games.dynamine.actions import Action
from engine.games.dynamine.ai_future import Future, standing_after
from engine.games.dynamine.ai_weights import USUAL
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import State

_ENOUGH = 6
"""Number of samples from which they outweigh the foreman's choice."""
_SURE = 2.5
"""Standard errors behind the best at which a choice is dropped."""
_FAR = 6.0
"""Deficit in points that is required in addition, divided by the number of samples."""
QUICK = replace(USUAL, plans=2)
"""Weights for completing and planning: the foreman's, with fewer parallel plans."""
_ROLLS = 4
"""Random numbers sampled per turn; a turn that needs more reuses them."""
DEPTH = 2
"""Turns planned beyond this one."""


@dataclass(frozen=True, slots=True)
class Rules:
    content: Content
    legal: Callable[[State, Seat], tuple[Action, ...]]
    apply: Callable[[State, Seat, Action], State]
    bounds: Callable[[State], tuple[int, ...] | None]
    resolve: Callable[[State, tuple[int, ...]], State]


@dataclass(slots=True)
class _Tried:
    action: Action
    after: State
    values: list[float] = field(default_factory=list)
    end: State | None = None
    """State at the end of the turn, cached if it needed no luck."""

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    def behind(self, best: "_Tried") -> tuple[float, float]:
        """Return the mean deficit to `best` on the same luck, and its standard error."""
        # A dropped choice has fewer samples: only those with the same luck can be compared.
        gaps = [theirs - mine for mine, theirs in zip(self.values, best.values, strict=False)]
        mean = sum(gaps) / len(gaps)
        return mean, _error(gaps, mean)


def assess(
    rules: Rules, state: State, seat: Seat, thinking: Thinking
) -> tuple[Assessed[Action], ...]:
    """Rate each legal Action, best first: the forecast lead, plus its difference from the foreman's
    choice.

    The foreman's choice ranks first until there are enough samples.
    """
    choices = rules.legal(state, seat)
    foremans_choice = ai.suggest(rules.content, state, seat, choices)
    candidates = [
        _Tried(candidate, rules.apply(state, seat, candidate))
        for candidate in sorted(choices, key=lambda candidate: candidate != foremans_choice)
    ]
    foreman, alive = candidates[0], candidates
    best = foreman
    while True:
        future = Future.drawn(rules.content, state, DEPTH, thinking)
        luck = [thinking.random() for _ in range(_ROLLS)]
        values = [
            standing_after(
                rules.content,
                candidate.end or _ended(rules, candidate, seat, luck),
                seat,
                future,
                QUICK,
            )
            for candidate in alive
            if not foreman.values or thinking.more()
        ]
        if len(values) < len(alive):
            # Time ran out during this sample. Choices without it can't be compared with the others.
            break
        for candidate, value in zip(alive, values, strict=True):
            candidate.values.append(value)
        ahead = max(alive, key=lambda candidate: candidate.mean)
        alive = [
            candidate
            for candidate in alive
            # Keep the foreman's choice, because the others are rated by their difference from it.
            if candidate is ahead or candidate is foreman or not _hopeless(candidate, ahead)
        ]
        if len(foreman.values) >= _ENOUGH:
            best = ahead
        if len(alive) == 1:
            break
    lead = prospects.lead(rules.content, state, seat) + foreman.behind(best)[0]
    assessed = [
        _assessed(rules.content, state, seat, candidate, best, lead) for candidate in candidates
    ]
    return tuple(
        sorted(assessed, key=lambda candidate: (-candidate.points, candidate.action != best.action))
    )


def _hopeless(candidate: _Tried, best: _Tried) -> bool:
    gap, error = candidate.behind(best)
    return gap > _SURE * error + _FAR / len(candidate.values)


def _ended(rules: Rules, candidate: _Tried, seat: Seat, luck: list[float]) -> State:
    now, drawn = candidate.after, 0
    while now.acting == seat:
        bounds = rules.bounds(now)
        if bounds is None:
            legal = rules.legal(now, seat)
            now = rules.apply(now, seat, ai.suggest(rules.content, now, seat, legal, QUICK))
            continue
        numbers = tuple(int(luck[drawn % len(luck)] * bound) for bound in bounds)
        now = rules.resolve(now, numbers)
        drawn += 1
    if not drawn:
        candidate.end = now
    return now


def _assessed(
    content: Content, state: State, seat: Seat, candidate: _Tried, best: _Tried, lead: float
) -> Assessed[Action]:
    gap = max(0.0, candidate.behind(best)[0])
    points = lead - gap
    error = _error(candidate.values, candidate.mean)
    return Assessed(candidate.action, prospects.share(content, state, seat, points), points, error)


def _error(values: list[float], mean: float) -> float:
    count = len(values)
    spread = sum((value - mean) ** 2 for value in values)
    return sqrt(spread / (count * max(1, count - 1)))
