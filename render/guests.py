"""Who is asked to a match, and what they said: for the picture of an invitation."""

from dataclasses import dataclass
from enum import Enum

from render.names import plain_name
from render.players import Player
from texts import Words


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

    def facts(self, words: Words) -> list[str]:
        """What each said and how many seats are free, a sentence each."""
        told = [self._fact(seat, words) for seat in range(len(self.guests))]
        if self.free:
            told.append(words.count("{count} seat is free.", "{count} seats are free.", self.free))
        return told

    def _fact(self, seat: int, words: Words) -> str:
        name = plain_name(words, self.players, seat)
        match self.guests[seat].answer:
            case Answer.IN:
                return words.say("{name} plays.", name=name)
            case Answer.AWAITED:
                return words.say("{name} has been asked.", name=name)
            case Answer.DECLINED:
                return words.say("{name} has declined.", name=name)

    @property
    def players(self) -> tuple[Player, ...]:
        """The guests without their answers."""
        return tuple(guest.player for guest in self.guests)
