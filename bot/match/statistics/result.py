"""What a person takes from a match that is over."""

from dataclasses import dataclass
from enum import Enum

from bot.match.holders import UserId
from bot.match.statistics.match_stats import NO_DEEDS, Deeds
from engine.core.types import Seat


class Fate(Enum):
    """How a person's part in a match ended."""

    STAYED = "stayed"
    RESIGNED = "resigned"
    REPLACED = "replaced"
    """They were late, lost the seat and did not take it back."""
    TOOK_OVER = "took over"
    """They came to somebody else's seat in the middle, and stayed."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one person takes from a finished match of people."""

    seat: Seat
    user: UserId
    place: int
    """From 1."""
    points: int
    fate: Fate = Fate.STAYED
    whole: bool = True
    """Whether the match came to its end by the rules, with this person in it."""
    deeds: Deeds = NO_DEEDS
    earned: tuple[str, ...] = ()
    """Achievements that this match is worth, had before or not, in the order of their names."""
