"""Who thinks for computers that search: a port, as each thought takes seconds of a processor."""

from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.game import AnyGame
from engine.core.types import Seat


class ThinkingLost(Exception):
    """Nothing came of a thought; the text says why."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is thought about: what a seat that is to act should do."""

    game: AnyGame
    state: Any
    seat: Seat


class Thinker(Protocol):
    """Thinks about one Question after another, or about a few at a time."""

    async def think(self, question: Question) -> str:
        """The token of the best Action found in the time there is; raises ThinkingLost."""


class NoThinker:
    """Thinks about nothing, so that each move is made without a search."""

    async def think(self, question: Question) -> str:
        """See Thinker."""
        raise ThinkingLost(f"nobody thinks about {question.game.info.name} here")
