"""Assigns log entries to turns."""

from collections.abc import Hashable

from engine.games.dynamine.state import Dealing, Opening, Starting, State, Turning, Uncovering


def turn_of(state: State) -> Hashable:
    """Return a key for the entry's turn. The round token belongs to the start player's turn."""
    match state.stage:
        case Starting() | Dealing() | Opening() | Uncovering():
            return "setup"
        case Turning():
            return state.round + 1, state.start
        case _:
            return state.round, state.acting
