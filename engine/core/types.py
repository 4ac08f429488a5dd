"""Values shared by every Game and its callers, all frozen."""

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

Seat = int
"""A place at the table, clockwise from 0. The rules know players only by seat."""

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Event:
    """A change that texts and pictures show. Derived from the log, never stored."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    state: S
    events: tuple[Event, ...] = ()


class Level(Enum):
    APPRENTICE = "apprentice"
    """Makes beginners' mistakes; a newcomer can beat it in a first match."""
    MINER = "miner"
    """Plays soundly but misses some of the foreman's ideas."""
    FOREMAN = "foreman"
    """As good as possible without searching."""
    KING = "king"
    """Searches for as long as its time allows."""

    @staticmethod
    def parse(word: str) -> "Level":
        """Return the Level for a stored word ("easy" or "usual" in old matches), or FOREMAN."""
        levels = {level.value: level for level in Level}
        levels |= {"easy": Level.APPRENTICE, "usual": Level.FOREMAN}
        return levels.get(word, Level.FOREMAN)


class Ending(Enum):
    POINTS = "points"
    TIEBREAK = "tiebreak"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Outcome:
    ending: Ending
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """From 1, one per seat; tied seats share a place."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    name: str
    """Spelled as in match files, for example ``two-moons``."""
    rules: int
    seats: range
    levels: tuple[Level, ...] = (Level.FOREMAN,)


@dataclass(frozen=True, slots=True)
class Entry:
    seq: int
    actor: Seat | None
    """The seat that decided; None for chance."""
    token: str
