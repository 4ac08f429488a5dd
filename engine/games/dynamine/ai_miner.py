"""The computer player in between: it builds tile by tile, without a plan for its turn.

It weighs like the foreman (ai.py), and misses what people miss: it takes the best single tile that
it sees, mostly a dear one, and then looks again. Two or three cheaper ones that are better together
it overlooks, and builds fewer tiles.
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
