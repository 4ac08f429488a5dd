"""A seat's wish list for its next turn. A wish is a tile, and holds while that tile is on top of
its pile.
"""

from engine.core.types import Seat
from engine.games.dynamine import mines
from engine.games.dynamine.actions import Take
from engine.games.dynamine.content import Content, TokenAction
from engine.games.dynamine.phases.turn import token_of
from engine.games.dynamine.state import State

GUESS, REROLL = "guess", "reroll"
"""Reasons to drop a plan: the seat must guess first, or decide about a reroll."""


def plannable(content: Content, state: State, seat: Seat) -> tuple[Take, ...]:
    """Return all top tiles that fit the mine, by row, then column, at any price."""
    if state.acting is None or state.acting == seat:
        return ()
    fitting = mines.fitting(content, state.players[seat].mine)
    return tuple(
        Take(pile)
        for pile, tile in enumerate(state.tops)
        if tile is not None and content.tiles[tile].openings in fitting
    )


def plan_broken(content: Content, then: State, now: State) -> str | None:
    if then == now:
        return None
    match token_of(content, now).action:
        case TokenAction.GUESS:
            return GUESS
        case TokenAction.REROLL:
            return REROLL
        case _:
            return None


def still_planned(then: State, now: State, action: object) -> bool:
    """Return whether the wished tile is still on top of its pile."""
    if not isinstance(action, Take):
        return True
    return then.tops[action.pile] == now.tops[action.pile]
