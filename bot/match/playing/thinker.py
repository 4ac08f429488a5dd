"""The port to computers that search: one search takes seconds of processor time."""

from collections.abc import Awaitable, Callable
from typing import Any

from engine.core.game import AnyGame
from engine.core.types import Seat


class ThinkingLost(Exception):
    """A thought without a result; the text is the reason."""


Thinker = Callable[[AnyGame, Any, Seat], Awaitable[str]]
"""Returns the token of a decision for a seat in a State, one at a time or a few in parallel; raises
ThinkingLost.
"""


async def no_thinker(game: AnyGame, state: Any, seat: Seat) -> str:
    del state, seat
    raise ThinkingLost(f"there is no search for {game.info.name}")
