"""Dice planned for a seat's next turn, and reasons to drop such a plan."""

from collections.abc import Iterable

from engine.core.types import Event, Seat
from engine.games.dice_miner.actions import Take
from engine.games.dice_miner.content import BEER_FACE
from engine.games.dice_miner.events import BeerShared
from engine.games.dice_miner.state import Excavation, State

SALUD, BEER = "salud", "beer"
"""Reasons to drop a plan: beer was shared; the seat received a beer."""


def plannable(state: State, seat: Seat) -> tuple[Take, ...]:
    """Return every die on the mountain, in reading order, while others dig; otherwise ()."""
    stage = state.stage
    if not isinstance(stage, Excavation) or stage.seat == seat:
        return ()
    return tuple(Take(rolled.die) for rolled in state.mountain if rolled is not None)


def plan_broken(then: State, since: Iterable[Event], now: State, seat: Seat) -> str | None:
    if any(isinstance(event, BeerShared) for event in since):
        return SALUD
    if _beers(now, seat) - _beers(then, seat):
        return BEER
    return None


def _beers(state: State, seat: Seat) -> frozenset[int]:
    return frozenset(rolled.die for rolled in state.hoards[seat] if rolled.face == BEER_FACE)
