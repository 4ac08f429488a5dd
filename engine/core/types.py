"""Values shared by every Game and its callers. All frozen."""

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

Seat = int
"""A place at the table, from 0, clockwise; the rules know people only by seat."""

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for text and pictures; derived from the log, never stored."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """Result of one Action or one outcome of chance."""

    state: S
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class ChanceRequest:
    """Luck that a State needs: one number below each bound, in order."""

    bounds: tuple[int, ...]
    """Each at least 1; answer i is in range(bounds[i])."""


class Level(Enum):
    """Strength of a computer player; the values are stored with matches."""

    APPRENTICE = "apprentice"
    """Makes beginners' mistakes; a newcomer can beat it in a first match."""
    MINER = "miner"
    """Plays soundly but misses some of the foreman's ideas."""
    FOREMAN = "foreman"
    """As good as possible without searching."""
    KING = "king"
    """Searches for as long as it is allowed."""

    @staticmethod
    def parse(word: str) -> "Level":
        """Return the Level for a stored word; FOREMAN for an unknown one.

        Matches from before there were four Levels store "easy" or "usual".
        """
        levels = {level.value: level for level in Level}
        levels |= {"easy": Level.APPRENTICE, "usual": Level.FOREMAN}
        return levels.get(word, Level.FOREMAN)


class Ending(Enum):
    """Reason why a Game ended by its rules."""

    POINTS = "points"
    TIEBREAK = "tiebreak"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a match that ended by its rules."""

    ending: Ending
    scores: tuple[int, ...]
    """Points, one per seat."""
    places: tuple[int, ...]
    """From 1, one per seat; tied seats share a place."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a Game before it is played."""

    name: str
    """Spelled as in match files, for example ``two-moons``."""
    rules: int
    """Rules version, from 1."""
    seats: range
    hidden: bool
    """Whether seats hold secrets; a running match then looks different to each viewer."""
    levels: tuple[Level, ...] = (Level.FOREMAN,)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log."""

    seq: int
    """Place in the log, from 0."""
    actor: Seat | None
    """The seat that decided; None for chance."""
    token: str
    """Action or outcome of chance in notation."""
