"""Result of a match: the kind of ending, and places."""

from engine.core.types import Ending, Outcome, Seat
from engine.games.dice_miner.state import Finished, State


def outcome(state: State) -> Outcome | None:
    """Return the Outcome, or None while the match is running (rules.md, The end)."""
    if not isinstance(state.stage, Finished):
        return None
    winners = state.stage.winners
    if len(winners) > 1:
        ending = Ending.SHARED
    elif state.tiebreaks:
        ending = Ending.TIEBREAK
    else:
        ending = Ending.POINTS
    return Outcome(ending, state.totals, places(state.totals, winners))


def places(totals: tuple[int, ...], winners: tuple[Seat, ...]) -> tuple[int, ...]:
    """Return every seat's place, from 1 (rules.md, The end).

    Winners have place 1. For other seats it is 1 + the number of seats that won or have more
    points, so seats that lost a tie-break share a place.
    """
    return tuple(
        1
        if seat in winners
        else 1 + sum(other in winners or more > points for other, more in enumerate(totals))
        for seat, points in enumerate(totals)
    )
