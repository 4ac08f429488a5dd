"""The computer player in between: it builds tile by tile, without a plan for its turn.

It weighs like the foreman (ai.py), and misses what people miss: it takes the best tile that it
sees and then looks again. So it does not save building points for two tiles that are better
together, lays nothing for the sake of what follows, and is left with points that buy nothing.
"""

from dataclasses import replace

from engine.core.types import Seat
from engine.games.dynamine.actions import Action
from engine.games.dynamine.ai import suggest
from engine.games.dynamine.ai_weights import USUAL
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import State

_WEIGHTS = replace(USUAL, tiles=1, plans=1)


def suggest_miner(content: Content, state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    """The choice among the legal Actions, of which there is at least one."""
    return suggest(content, state, seat, legal, _WEIGHTS)
