"""What is kept of a match of which the balance is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.arena.matches import Played
from engine.core.types import Event, Seat


@dataclass(slots=True)
class Turn:
    """What a seat could decide in a turn at any time, and what it decided; as tokens."""

    seat: Seat
    offered: set[str] = field(default_factory=set)
    chosen: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Record:
    """A match, for the questions of its own game."""

    end: Any
    """The last State."""
    events: Sequence[Event]
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of a match, and how."""

    played: Played
    kinds: tuple[Mapping[str, int], ...]
    """Each seat's points by source, where the game counts them."""
    order: tuple[Seat, ...]
    """The seats in the order of their first decisions."""
    noticed: Any
    """What the game's own questions keep of it; None of a game without any."""

    @property
    def wins(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        return self.played.wins

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points."""
        return self.played.points
