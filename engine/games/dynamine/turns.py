"""To which turn an entry of the log belongs."""

from collections.abc import Hashable

from engine.games.dynamine.state import Dealing, Opening, Starting, State, Turning


def turn_of(state: State) -> Hashable:
    """Equal for all that belongs to one turn, given the State in which it is done.

    The round token is turned at the start of the start player's turn.
    """
    match state.stage:
        case Starting() | Dealing() | Opening():
            return "setup"
        case Turning():
            return state.round + 1, state.start
        case _:
            return state.round, state.acting
