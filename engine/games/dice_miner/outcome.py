"""Result of a match: the kind of ending, and places."""

from engine.core.types import Ending, Outcome, Seat
from engine.games.dice_miner.state import Finished, State


def outcome(state: State) -> Outcome | None:
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
    """Return every seat's place; seats that lost a tie-break share one (rules.md, The end)."""
    return tuple(
        1
        if seat in winners
        else 1 + sum(other in winners or more > points for other, more in enumerate(totals))
        for seat, points in enumerate(totals)
    )
