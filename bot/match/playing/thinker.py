"""The port to computers that search: one search takes seconds of processor time."""

from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.game import AnyGame
from engine.core.types import Seat


class ThinkingLost(Exception):
    """A thought without a result; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Question:
    game: AnyGame
    state: Any
    seat: Seat


class Thinker(Protocol):
    """Answers Questions, one at a time or a few in parallel."""

    async def think(self, question: Question) -> str: ...


class NoThinker:
    async def think(self, question: Question) -> str:
        raise ThinkingLost(f"there is no search for {question.game.info.name}")
