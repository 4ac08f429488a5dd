"""How a match looks like ending, at a glance."""

from math import exp

from engine.core.types import Seat
from engine.games.dice_miner.ai_worth import later_worth, outlook, shown, worth
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.outcome import outcome
from engine.games.dice_miner.state import Excavation, Magic, Rerolling, Sharing, Spending, State

_SCATTER = 12.0
"""Points by which a round makes an advantage uncertain, as matches of computers told."""
_LATER = 0.5
"""How much of what dice may bring in later rounds is believed, as they told."""
_MAGIC = 0.25
"""What of a round's uncertainty is left when the mountain is empty."""


def shares(content: Content, state: State) -> tuple[float, ...]:
    """How much of the win each seat has: at the end exactly, else as it looks (docs/replays.md)."""
    ended = outcome(state)
    if ended is not None:
        winners = ended.places.count(1)
        return tuple((place == 1) / winners for place in ended.places)
    seats = state.tied or tuple(range(state.seats))
    strengths = {seat: _strength(content, state, seat) for seat in seats}
    scatter = _SCATTER * _rounds_left(content, state)
    best = max(strengths.values())
    weights = {seat: exp((strength - best) / scatter) for seat, strength in strengths.items()}
    total = sum(weights.values())
    return tuple(weights.get(seat, 0.0) / total for seat in range(state.seats))


def _strength(content: Content, state: State, seat: Seat) -> float:
    """Points so far, those in the hoard while a round goes on, and some hope."""
    ahead = outlook(content, state, seat)
    points = 0.0 if state.tied else float(state.totals[seat])
    if _in_round(state):
        points += worth(shown(content, state, seat), ahead)
    if not state.tied:
        dice = state.hoards[seat]
        later = (later_worth(content, state, seat, content.kind(r.die), ahead) for r in dice)
        points += _LATER * sum(later)
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
