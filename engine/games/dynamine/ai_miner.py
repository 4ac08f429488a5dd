"""The computer player in between: it builds tile by tile, and overlooks what levels promise.

It plays like the foreman (ai.py) but for two things that people miss. It takes the best tile that
it sees and then looks again, so it never saves building points for two tiles that are better
together. And an open end is as good to it on any level of that depth: it does not see that a vein
counts for each altar of its level until it can lay one.
"""

from dataclasses import replace

from engine.core.types import Seat
from engine.games.dynamine.actions import Action
from engine.games.dynamine.ai import suggest
from engine.games.dynamine.ai_weights import USUAL
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import State

_WEIGHTS = replace(USUAL, tiles=1, plans=1, spot_altar=0.0, spot_vein=0.0)


def suggest_miner(content: Content, state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    """The choice among the legal Actions, of which there is at least one."""
    return suggest(content, state, seat, legal, _WEIGHTS)
