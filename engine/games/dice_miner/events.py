"""Events of a match, for text and pictures; derived, never stored."""

from dataclasses import dataclass

from engine.core.types import Event, Seat
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.state import Rolled, Round, Tiebreak


@dataclass(frozen=True, slots=True)
class FirstRolled(Event):
    """Seats rolled tunnel dice for the start; `start` is None after a tie."""

    rolls: tuple[tuple[Seat, int], ...]
    """Seat and face."""
    start: Seat | None


@dataclass(frozen=True, slots=True)
class HeroChosen(Event):
    """A seat took a hero."""

    seat: Seat
    hero: HeroName


@dataclass(frozen=True, slots=True)
class MountainFilled(Event):
    """A round began: the mountain was filled, and `start` begins."""

    round: int
    start: Seat


@dataclass(frozen=True, slots=True)
class DieTaken(Event):
    """A die went from the mountain to a hoard."""

    seat: Seat
    rolled: Rolled
    place: int
    """Its place on the mountain, in reading order."""
    slid: tuple[tuple[int, int], ...]
    """Dice that slid down afterwards: from place, to place."""


@dataclass(frozen=True, slots=True)
class BeerShared(Event):
    """A beer die was given to a friend and rolled."""

    seat: Seat
    friend: Seat
    rolled: Rolled
    """The die with its new face."""


@dataclass(frozen=True, slots=True)
class SecondLeft(Event):
    """After ¡Salud! a seat declined the second die."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MagicSpent(Event):
    """A seat spent a magic die, or a hero face (then `die` is None), showing `count` diamonds."""

    seat: Seat
    die: Rolled | None
    count: int


@dataclass(frozen=True, slots=True)
class DiceRerolled(Event):
    """Magic rerolled dice: before and after, in the order chosen."""

    seat: Seat
    before: tuple[Rolled, ...]
    after: tuple[Rolled, ...]


@dataclass(frozen=True, slots=True)
class MagicEnded(Event):
    """A seat passed while it could have spent more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """A round was scored."""

    number: int
    """From 0."""
    round: Round


@dataclass(frozen=True, slots=True)
class DiceKept(Event):
    """A seat decided which dice to keep, possibly none."""

    seat: Seat
    kept: tuple[Rolled, ...]


@dataclass(frozen=True, slots=True)
class HoardsRolled(Event):
    """All dice that were not kept were rolled."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StartDrawn(Event):
    """A draw among the seats tied for fewest points decided the start."""

    tied: tuple[Seat, ...]
    seat: Seat


@dataclass(frozen=True, slots=True)
class TiebreakBegan(Event):
    """These seats, tied for most points or for the best tie-break, play a tie-break."""

    number: int
    """From 0."""
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TiebreakScored(Event):
    """A tie-break was scored."""

    number: int
    """From 0."""
    tiebreak: Tiebreak


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is over."""

    winners: tuple[Seat, ...]
