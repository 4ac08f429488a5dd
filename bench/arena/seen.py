"""Notes about one match for a report on balance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.arena.matches import Played
from engine.core.types import Event, Seat


@dataclass(slots=True)
class Turn:
    """A seat's turn: every option that it had at any time, and its decisions, as tokens."""

    seat: Seat
    offered: set[str] = field(default_factory=set)
    chosen: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match, for the game's own statistics."""

    end: Any
    """The last State."""
    events: Sequence[Event]
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class Seen:
    """The result of a match, and how it came about."""

    played: Played
    kinds: tuple[Mapping[str, int], ...]
    """Each seat's points by source, if the game counts them."""
    order: tuple[Seat, ...]
    """The seats in the order of their first decisions."""
    noticed: Any
    """The notes for the game's own statistics, or None."""

    @property
    def wins(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        return self.played.wins

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        return self.played.points
