"""Assigns log entries to turns."""

from collections.abc import Hashable

from engine.games.dynamine.state import SimpleStage, State


def turn_of(state: State) -> Hashable:
    """Return a key for the entry's turn. The round token belongs to the start player's turn."""
    match state.stage:
        case (
            SimpleStage.STARTING
            | SimpleStage.DEALING
            | SimpleStage.OPENING
            | SimpleStage.UNCOVERING
        ):
            return "setup"
        case SimpleStage.TURNING:
            return state.round + 1, state.start
        case _:
            return state.round, state.acting
