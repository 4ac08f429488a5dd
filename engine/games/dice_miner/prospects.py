"""How a match looks like ending, at a glance."""

from math import exp

from engine.core.types import Seat
from engine.games.dice_miner.ai_worth import outlook, shown, worth
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.outcome import outcome
from engine.games.dice_miner.state import Excavation, Magic, Rerolling, Sharing, Spending, State

_SCATTER, _POWER, _LAST = 16.5, 0.6, 2.0
"""Points by which rounds make an advantage uncertain between two: so many for one round, so much
slower for more of them, and so many that always stay. Fitted: docs/turning-points.md."""
_FAINTEST = 1e-6
"""Nobody who may still win has less of it than this."""
_MAGIC = 0.25
"""What of a round's uncertainty is left when the mountain is empty."""


def shares(content: Content, state: State) -> tuple[float, ...]:
    """How much of the win each seat has: at the end exactly, else as it looks.

    Calibrated over matches that computers played out (docs/turning-points.md).
    """
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
    """Points so far, and those in the hoard while a round goes on, with some hope."""
    ahead = outlook(content, state, seat)
    points = 0.0 if state.tied else float(state.totals[seat])
    if _in_round(state):
        points += worth(shown(content, state, seat), ahead)
    return points


def _in_round(state: State) -> bool:
    """Whether the hoards will still be scored as they lie, or nearly so."""
    return isinstance(state.stage, Excavation | Sharing | Magic | Spending | Rerolling)


def _rounds_left(content: Content, state: State) -> float:
    """Rounds that are still uncertain; the one being played less and less."""
    whole = content.rounds - len(state.rounds)
    if state.tied:
        return _MAGIC
    if not _in_round(state):
        return max(float(whole), _MAGIC)
    left = sum(rolled is not None for rolled in state.mountain) / len(state.mountain)
    return whole - 1 + _MAGIC + (1 - _MAGIC) * left
