"""Moves of DYNAMINE weighed by search: the turn is ended with each, and the next turns are built.

What is left open of the turn it fills in like the foreman (ai.py), by the rules. From there it
plans its mine alone for some turns (ai_future.py), with round tokens and rolls that it draws from
those to come: all choices get the same ones, so that what tells them apart is not luck. Those that
are plainly worse than the best are dropped on the way. Nothing is hidden in this game but the order
of tokens and cards, which no State holds.
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
"""Looks from which on they are believed rather than the foreman."""
_SURE = 2.5
"""Standard errors by which a choice must be behind to be dropped."""
_FAR = 6.0
"""Points, divided by the looks, by which it must be behind besides."""
QUICK = replace(USUAL, plans=2)
"""How it fills in and plans ahead: as the foreman, with fewer plans side by side."""
_ROLLS = 4
"""The luck of one turn; more is answered by the same once more."""
DEPTH = 2
"""Turns that are planned beyond this one."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules as the king asks them."""

    content: Content
    legal: Callable[[State, Seat], tuple[Action, ...]]
    apply: Callable[[State, Seat, Action], State]
    bounds: Callable[[State], tuple[int, ...] | None]
    """What the State asks of luck; None: nothing."""
    resolve: Callable[[State, tuple[int, ...]], State]


@dataclass(slots=True)
class _Tried:
    """A choice and what came of it, look by look."""

    action: Action
    after: State
    values: list[float] = field(default_factory=list)
    end: State | None = None
    """Where the turn ends if no luck is asked before."""

    @property
    def mean(self) -> float:
        """Over all looks."""
        return sum(self.values) / len(self.values)

    def behind(self, best: "_Tried") -> tuple[float, float]:
        """By how much on the same luck, and its standard error."""
        gaps = [theirs - mine for mine, theirs in zip(self.values, best.values, strict=False)]
        mean = sum(gaps) / len(gaps)
        return mean, _error(gaps, mean)


def assess(
    rules: Rules, state: State, seat: Seat, thinking: Thinking
) -> tuple[Assessed[Action], ...]:
    """What each legal Action promises, the best first; at least one is legal.

    Points are the forecast's lead (prospects.py) for what the foreman would do, and beside it what
    another Action is better or worse. The foreman's is the best as long as little was looked at.
    """
    choices = rules.legal(state, seat)
    usual = ai.suggest(rules.content, state, seat, choices)
    tried = [
        _Tried(one, rules.apply(state, seat, one))
        for one in sorted(choices, key=lambda one: one != usual)
    ]
    foreman, alive = tried[0], tried
    best = foreman
    while True:
        future = Future.drawn(rules.content, state, DEPTH, thinking)
        luck = [thinking.random() for _ in range(_ROLLS)]
        values = [
            standing_after(
                rules.content, one.end or _ended(rules, one, seat, luck), seat, future, QUICK
            )
            for one in alive
            if not foreman.values or thinking.more()
        ]
        if len(values) < len(alive):
            break
        for one, value in zip(alive, values, strict=True):
            one.values.append(value)
        ahead = max(alive, key=lambda one: one.mean)
        alive = [
            one for one in alive if one is ahead or one is foreman or not _hopeless(one, ahead)
        ]
        if len(foreman.values) >= _ENOUGH:
            best = ahead
        if len(alive) == 1:
            break
    lead = prospects.lead(rules.content, state, seat) + foreman.behind(best)[0]
    found = [_assessed(rules.content, state, seat, one, best, lead) for one in tried]
    return tuple(sorted(found, key=lambda one: (-one.points, one.action != best.action)))


def _hopeless(one: _Tried, best: _Tried) -> bool:
    gap, error = one.behind(best)
    return gap > _SURE * error + _FAR / len(one.values)


def _ended(rules: Rules, one: _Tried, seat: Seat, luck: list[float]) -> State:
    """The State in which the seat has ended its turn, played on by the foreman with this luck."""
    now, drawn = one.after, 0
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
        one.end = now
    return now


def _assessed(
    content: Content, state: State, seat: Seat, one: _Tried, best: _Tried, lead: float
) -> Assessed[Action]:
    """Its points as far as it is behind the best on the same luck."""
    gap = max(0.0, one.behind(best)[0])
    points = lead - gap
    error = _error(one.values, one.mean)
    return Assessed(one.action, prospects.share(content, state, seat, points), points, error)


def _error(values: list[float], mean: float) -> float:
    """The standard error of their mean."""
    many = len(values)
    spread = sum((value - mean) ** 2 for value in values)
    return sqrt(spread / (many * max(1, many - 1)))
