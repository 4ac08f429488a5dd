"""How a match looks like ending, at a glance."""

from math import exp

from engine.core.types import Seat
from engine.games.dynamine.content import Content
from engine.games.dynamine.outcome import outcome
from engine.games.dynamine.scoring import scores
from engine.games.dynamine.state import State

_GROWTH = {2: (19.3, -0.33), 3: (16.3, -0.22), 4: (13.7, -0.06)}
"""By seats: points that a turn still brings, and how that changes with the turns that are left:
late turns bring more. Fitted, as is the scatter: docs/turning-points.md."""
_SCATTER, _LAST = 2.5, 1.5
"""Points by which each turn that is left makes an advantage uncertain, and those that always do."""
_BUDGET = 5.0
"""What a turn has to spend on average."""
_FAINTEST = 1e-6
"""Nobody who may still win has less of it than this."""


def shares(content: Content, state: State) -> tuple[float, ...]:
    """How much of the win each seat has: at the end exactly, else as it looks.

    Calibrated over matches that computers played out (docs/turning-points.md).
    """
    ended = outcome(content, state)
    if ended is not None:
        winners = ended.places.count(1)
        return tuple((place == 1) / winners for place in ended.places)
    return _divided(_strengths(content, state), _scattered(content, state))


def lead(content: Content, state: State, seat: Seat) -> float:
    """By how many points the seat will be ahead of its best rival, as it looks."""
    strengths = _strengths(content, state)
    return strengths[seat] - max(one for other, one in enumerate(strengths) if other != seat)


def share(content: Content, state: State, seat: Seat, points: float) -> float:
    """How much of the win the seat has if it looks like being so many points ahead."""
    strengths = _strengths(content, state)
    best = max(one for other, one in enumerate(strengths) if other != seat)
    strengths[seat] = best + points
    return _divided(strengths, _scattered(content, state))[seat]


def _strengths(content: Content, state: State) -> list[float]:
    """The points that each seat looks like having in the end."""
    turn, change = _GROWTH[state.seats]
    left = [turns_left(content, state, seat) for seat in range(state.seats)]
    return [
        score.total + turn * turns + change * turns**2
        for score, turns in zip(scores(content, state.players), left, strict=True)
    ]


def _scattered(content: Content, state: State) -> float:
    """How uncertain that is, in points."""
    left = [turns_left(content, state, seat) for seat in range(state.seats)]
    return _SCATTER * sum(left) / state.seats + _LAST


def _divided(strengths: list[float], scatter: float) -> tuple[float, ...]:
    best = max(strengths)
    weights = [max(exp((strength - best) / scatter), _FAINTEST) for strength in strengths]
    return tuple(weight / sum(weights) for weight in weights)


def turns_left(content: Content, state: State, seat: Seat) -> float:
    """The turns that the seat still has; of the one being played, what is left to spend."""
    whole = float(content.figures.rounds - state.round)
    acting = state.acting
    if acting is None or state.start is None:
        return whole
    if seat == acting:
        budget = state.turn.budget
        return whole + (1.0 if budget is None else min(1.0, budget / _BUDGET))
    waits = (seat - state.start) % state.seats > (acting - state.start) % state.seats
    return whole + waits
