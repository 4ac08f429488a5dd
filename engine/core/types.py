"""The values that every Game and everything around it share. All frozen."""

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

Seat = int
"""A place at the table, from 0, clockwise; all that the rules know of people."""

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for text and pictures; derived from the log, never stored."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What one Action or one outcome of chance led to."""

    state: S
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class ChanceRequest:
    """What a State asks of luck: one number below each bound, in order."""

    bounds: tuple[int, ...]
    """Each at least 1; the answer at place i is in range(bounds[i])."""


class Level(Enum):
    """How well a computer player plays; the values are kept in matches."""

    APPRENTICE = "apprentice"
    """Overlooks what beginners overlook; somebody who plays their first match can beat it."""
    MINER = "miner"
    """Plays soundly, and misses some of what the foreman sees."""
    FOREMAN = "foreman"
    """As well as can be played without searching."""
    KING = "king"
    """Searches, for as long as it is given."""

    @staticmethod
    def parse(word: str) -> "Level":
        """The Level that a match keeps; FOREMAN for a word that is not known.

        Matches of before there were four have two other words.
        """
        known = {one.value: one for one in Level}
        known |= {"easy": Level.APPRENTICE, "usual": Level.FOREMAN}
        return known.get(word, Level.FOREMAN)


class Ending(Enum):
    """Why a Game ended by its rules."""

    POINTS = "points"
    TIEBREAK = "tiebreak"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended by its rules."""

    ending: Ending
    scores: tuple[int, ...]
    """Points, one a seat."""
    places: tuple[int, ...]
    """From 1, one a seat; those who tie share a place."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a Game before it is played."""

    name: str
    """As in match files, for example ``two-moons``."""
    rules: int
    """The rules version, from 1."""
    seats: range
    """How many seats a match may have."""
    hidden: bool
    """Whether a seat may hold what others must not see: then what is shown of a running match
    depends on its viewer."""
    levels: tuple[Level, ...] = (Level.FOREMAN,)
    """At which Levels its computer players differ, the easiest first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log."""

    seq: int
    """Its place in the log, from 0."""
    actor: Seat | None
    """The seat that decided; None is chance."""
    token: str
    """The Action or the outcome of chance in notation."""
