"""A wish list for a seat's next turn: tiles, each of them only while it is on top of its pile."""

from engine.core.types import Seat
from engine.games.dynamine import mines
from engine.games.dynamine.actions import Take
from engine.games.dynamine.content import Content, TokenAction
from engine.games.dynamine.phases import build
from engine.games.dynamine.phases.turn import token_of
from engine.games.dynamine.state import State

GUESS, REROLL = "guess", "reroll"
"""Why a plan falls: a guess comes first, or the choice whether to roll again."""


def plannable(content: Content, state: State, seat: Seat) -> tuple[Take, ...]:
    """While others have their turns: all tiles on top that fit in the seat's mine.

    By row, then column; whether they can be paid, the roll will show.
    """
    if state.acting is None or state.acting == seat:
        return ()
    fitting = mines.fitting(content, state.players[seat].mine)
    tops = [build.top(content, state, pile) for pile in range(len(content.piles))]
    return tuple(
        Take(pile)
        for pile, tile in enumerate(tops)
        if tile is not None and content.tiles[tile].openings in fitting
    )


def plan_broken(content: Content, then: State, now: State) -> str | None:
    """Whether the round asks for a decision before anything is built; None if it does not."""
    if then == now:
        return None
    match token_of(content, now).action:
        case TokenAction.GUESS:
            return GUESS
        case TokenAction.REROLL:
            return REROLL
        case _:
            return None


def still_planned(content: Content, then: State, now: State, action: object) -> bool:
    """Whether the tile that was on top then still is; what is below it was not wished for."""
    if not isinstance(action, Take):
        return True
    return build.top(content, then, action.pile) == build.top(content, now, action.pile)
