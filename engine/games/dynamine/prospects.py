"""Quick estimate of how a match will end."""

from math import exp

from engine.core.types import Seat
from engine.games.dynamine.content import Content
from engine.games.dynamine.outcome import outcome
from engine.games.dynamine.scoring import scores
from engine.games.dynamine.state import SimpleStage, State

_GROWTH = {2: (19.3, -0.33), 3: (16.3, -0.22), 4: (13.7, -0.06)}
"""By seats: points per remaining turn, and their change with the number of turns left (late turns
bring more). Fitted, like the scatter: docs/turning-points.md.
"""
_SCATTER, _LAST = 2.5, 1.5
"""Uncertainty of an advantage in points: per remaining turn, and constant."""
_BUDGET = 5.0
_FAINTEST = 1e-6
"""Smallest share of the win for a seat that can still win."""


def shares(content: Content, state: State) -> tuple[float, ...]:
    """Return each seat's share of the win, calibrated as in docs/turning-points.md."""
    ended = outcome(content, state)
    if ended is not None:
        winners = ended.places.count(1)
        return tuple((place == 1) / winners for place in ended.places)
    return _divided(_strengths(content, state), _scattered(content, state))


def lead(content: Content, state: State, seat: Seat) -> float:
    strengths = _strengths(content, state)
    return strengths[seat] - max(points for other, points in enumerate(strengths) if other != seat)


def share(content: Content, state: State, seat: Seat, points: float) -> float:
    strengths = _strengths(content, state)
    best = max(strength for other, strength in enumerate(strengths) if other != seat)
    strengths[seat] = best + points
    return _divided(strengths, _scattered(content, state))[seat]


def _strengths(content: Content, state: State) -> list[float]:
    turn, change = _GROWTH[state.seats]
    left = [turns_left(content, state, seat) for seat in range(state.seats)]
    return [
        score.total + turn * turns + change * turns**2
        for score, turns in zip(scores(content, state.players), left, strict=True)
    ]


def _scattered(content: Content, state: State) -> float:
    left = [turns_left(content, state, seat) for seat in range(state.seats)]
    return _SCATTER * sum(left) / state.seats + _LAST


def _divided(strengths: list[float], scatter: float) -> tuple[float, ...]:
    best = max(strengths)
    weights = [max(exp((strength - best) / scatter), _FAINTEST) for strength in strengths]
    return tuple(weight / sum(weights) for weight in weights)


def turns_left(content: Content, state: State, seat: Seat) -> float:
    """Return the number of the seat's remaining turns. The current turn counts in proportion to its
    remaining budget.
    """
    whole = float(content.rounds - state.round)
    acting = state.acting
    if acting is None or state.start is None:
        return whole
    if seat == acting:
        budget = state.turn.budget
        if state.stage is SimpleStage.RENEWING:
            return whole
        return whole + (1.0 if budget is None else min(1.0, budget / _BUDGET))
    waits = (seat - state.start) % state.seats > (acting - state.start) % state.seats
    return whole + waits
