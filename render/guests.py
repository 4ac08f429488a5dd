"""Who is asked to a match, and what they said: for the picture of an invitation."""

from dataclasses import dataclass
from enum import Enum

from render.players import Player


class Answer(Enum):
    """What somebody said to an invitation."""

    IN = "in"
    """They play; so does whoever invited."""
    AWAITED = "awaited"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at the table, or asked to it."""

    player: Player
    answer: Answer


@dataclass(frozen=True, slots=True)
class Party:
    """Everybody an invitation is about."""

    guests: tuple[Guest, ...]
    """Whoever invites comes first; at least one."""
    free: int = 0
    """Seats that anybody may take."""

    @property
    def players(self) -> tuple[Player, ...]:
        """The guests without their answers."""
        return tuple(guest.player for guest in self.guests)
