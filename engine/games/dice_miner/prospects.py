"""Quick estimate of how a match will end."""

from math import exp

from engine.core.types import Seat
from engine.games.dice_miner.ai_worth import outlook, shown_faces, worth
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.outcome import outcome
from engine.games.dice_miner.state import Excavation, Magic, Rerolling, Sharing, Spending, State

_SCATTER, _POWER, _LAST = 16.5, 0.6, 2.0
"""Uncertainty of an advantage between two players, in points: for one round, the exponent for more
rounds, and a constant. Fitted: docs/turning-points.md.
"""
_FAINTEST = 1e-6
"""Smallest share of the win for a seat that can still win."""
_MAGIC = 0.25
"""Fraction of a round's uncertainty that remains with an empty mountain."""


def shares(content: Content, state: State) -> tuple[float, ...]:
    """Return each seat's share of the win, calibrated as in docs/turning-points.md."""
    ended = outcome(state)
    if ended is not None:
        winners = ended.places.count(1)
        return tuple((place == 1) / winners for place in ended.places)
    seats = state.tied or tuple(range(state.seats))
    strengths = {seat: _strength(content, state, seat) for seat in seats}
    scatter = (_SCATTER * _rounds_left(content, state) ** _POWER + _LAST) * 2 / len(seats)
    best = max(strengths.values())
    weights = {
        seat: max(exp((strength - best) / scatter), _FAINTEST)
        for seat, strength in strengths.items()
    }
    total = sum(weights.values())
    return tuple(weights.get(seat, 0.0) / total for seat in range(state.seats))


def _strength(content: Content, state: State, seat: Seat) -> float:
    ahead = outlook(content, state, seat)
    points = 0.0 if state.tied else float(state.totals[seat])
    if _in_round(state):
        points += worth(shown_faces(content, state, seat), ahead)
    return points


def _in_round(state: State) -> bool:
    return isinstance(state.stage, Excavation | Sharing | Magic | Spending | Rerolling)


def _rounds_left(content: Content, state: State) -> float:
    unscored = content.rounds - len(state.rounds)
    if state.tied:
        return _MAGIC
    if not _in_round(state):
        return max(float(unscored), _MAGIC)
    left = sum(rolled is not None for rolled in state.mountain) / len(state.mountain)
    return unscored - 1 + _MAGIC + (1 - _MAGIC) * left
