"""Assigns log entries to turns."""

from collections.abc import Hashable
from typing import assert_never

from engine.core.types import Seat
from engine.games.dice_miner.state import (
    Draft,
    Excavation,
    Finished,
    First,
    Keeping,
    Lot,
    Magic,
    Recovering,
    Rerolling,
    Sharing,
    SimpleStage,
    Spending,
    State,
)


def turn_of(state: State, actor: Seat | None) -> Hashable:
    """Return a key that is equal for all entries of one turn. `state` is the one before
    the entry.
    """
    stage = state.stage
    when = len(state.rounds), len(state.tiebreaks)
    match stage:
        case First():
            return "start"
        case Draft():
            return "draft", actor
        case Excavation(seat) | Sharing(seat):
            return "excavation", *when, seat
        case Magic(seat) | Spending(seat) | Rerolling(seat):
            return "magic", *when, seat
        case Keeping():
            return "keep", *when, actor
        case SimpleStage.FILL | Recovering() | Lot():
            return "fill", *when
        case SimpleStage.TIEBREAK_ROLL:
            return "tie-break", *when
        case SimpleStage.SCORING | Finished():
            raise AssertionError("no entry can follow this State")
        case _:
            assert_never(stage)
