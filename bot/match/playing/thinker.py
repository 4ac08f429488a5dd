"""A port for searching computers, because a search takes seconds of a processor."""

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
    """Answers one Question after another, or a few at a time."""

    async def think(self, question: Question) -> str: ...


class NoThinker:
    async def think(self, question: Question) -> str:
        raise ThinkingLost(f"there is no search for {question.game.info.name}")
