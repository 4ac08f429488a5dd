"""A port for searching computers, because a search takes seconds of a processor."""

from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.game import AnyGame
from engine.core.types import Seat


class ThinkingLost(Exception):
    """A thought without a result; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Question:
    """The position of a seat that must act."""

    game: AnyGame
    state: Any
    seat: Seat


class Thinker(Protocol):
    """Answers one Question after another, or a few at a time."""

    async def think(self, question: Question) -> str:
        """Return the token of the best Action found in the available time; raise ThinkingLost."""


class NoThinker:
    """Answers no Question, so each move is made without a search."""

    async def think(self, question: Question) -> str:
        raise ThinkingLost(f"nobody thinks about {question.game.info.name} here")
