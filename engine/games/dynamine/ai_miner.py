"""The miner of DYNAMINE: builds tile by tile, without a plan for its turn.

It rates tiles like the foreman (ai.py) but takes the best single tile, usually an expensive one,
before looking again. So it misses sets of two or three cheaper tiles that are better together, and
builds fewer tiles.
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
    return suggest(content, state, seat, legal, _WEIGHTS)
