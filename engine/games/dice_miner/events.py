"""Events of a match, for text and pictures; derived, never stored."""

from dataclasses import dataclass

from engine.core.types import Event, Seat
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.state import Rolled, Round, Tiebreak


@dataclass(frozen=True, slots=True)
class FirstRolled(Event):
    rolls: tuple[tuple[Seat, int], ...]
    start: Seat | None


@dataclass(frozen=True, slots=True)
class HeroChosen(Event):
    seat: Seat
    hero: HeroName


@dataclass(frozen=True, slots=True)
class MountainFilled(Event):
    round: int
    start: Seat


@dataclass(frozen=True, slots=True)
class DieTaken(Event):
    seat: Seat
    rolled: Rolled
    place: int
    slid: tuple[tuple[int, int], ...]
    """Dice that slid down afterwards: old place, new place."""


@dataclass(frozen=True, slots=True)
class BeerShared(Event):
    seat: Seat
    friend: Seat
    rolled: Rolled
    """The die with its new face."""


@dataclass(frozen=True, slots=True)
class SecondLeft(Event):
    seat: Seat


@dataclass(frozen=True, slots=True)
class MagicSpent(Event):
    """A seat spent a magic die or a hero face with `count` diamonds. `die` is None for a
    hero face.
    """

    seat: Seat
    die: Rolled | None
    count: int


@dataclass(frozen=True, slots=True)
class DiceRerolled(Event):
    seat: Seat
    before: tuple[Rolled, ...]
    after: tuple[Rolled, ...]


@dataclass(frozen=True, slots=True)
class MagicEnded(Event):
    """A seat passed while it could have spent more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    number: int
    round: Round


@dataclass(frozen=True, slots=True)
class DiceKept(Event):
    seat: Seat
    kept: tuple[Rolled, ...]


@dataclass(frozen=True, slots=True)
class HoardsRolled(Event):
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StartDrawn(Event):
    tied: tuple[Seat, ...]
    seat: Seat


@dataclass(frozen=True, slots=True)
class TiebreakBegan(Event):
    number: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TiebreakScored(Event):
    number: int
    tiebreak: Tiebreak


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    winners: tuple[Seat, ...]
