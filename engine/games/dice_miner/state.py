"""State of a Dice Miner match, frozen values only.

`stage` determines the next event: a decision of one or several seats, luck, or the end. Dice are
numbers in die order (see Content); faces are numbers 1..6, with beer on 6.
"""

from dataclasses import dataclass
from enum import Enum, auto

from engine.core.types import Seat
from engine.games.dice_miner.actions import Spend, SpendHero
from engine.games.dice_miner.content import HeroName


@dataclass(frozen=True, slots=True)
class Rolled:
    die: int
    face: int


@dataclass(frozen=True, slots=True)
class Score:
    tunnels: int
    treasure: int
    hazards: int

    @property
    def total(self) -> int:
        return self.tunnels + self.treasure + self.hazards


@dataclass(frozen=True, slots=True)
class Round:
    start: Seat
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Tiebreak:
    seats: tuple[Seat, ...]
    scores: tuple[Score, ...]


# The stages. Luck is due in First, Sharing, Rerolling, Recovering, Lot, FILL and TIEBREAK_ROLL.


class SimpleStage(Enum):
    """Stages that need no fields."""

    FILL = auto()
    """The bag fills the mountain (luck)."""
    SCORING = auto()
    """Magic is over. A transient stage: the driver never sees it, because scoring follows
    automatically.
    """
    TIEBREAK_ROLL = auto()
    """The tied seats' whole hoards roll (luck)."""


@dataclass(frozen=True, slots=True)
class First:
    """Each of these seats rolls a tunnel die for the start of round 1 (luck)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    queue: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Excavation:
    seat: Seat
    salud: bool = False
    """Whether this turn began with ¡Salud!: two dice, sides included."""
    taken: int = 0
    """Dice taken in this turn: 0, or 1 after ¡Salud!."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """A beer die rolls on its way from a seat to a friend (luck)."""

    seat: Seat
    die: int
    friend: Seat


@dataclass(frozen=True, slots=True)
class Magic:
    """A seat spends magic, one source after another; `queue` holds the seats after it."""

    seat: Seat
    queue: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Spending:
    seat: Seat
    queue: tuple[Seat, ...]
    source: Spend | SpendHero
    count: int
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rerolling:
    seat: Seat
    queue: tuple[Seat, ...]
    chosen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Keeping:
    waiting: tuple[Seat, ...]
    """Seats that still choose dice to keep, in seat order."""
    kept: tuple[tuple[int, ...], ...]
    """Dice kept so far, one tuple per seat, in die order."""


@dataclass(frozen=True, slots=True)
class Recovering:
    kept: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """A draw among the seats tied for fewest points decides the start (luck)."""

    tied: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    winners: tuple[Seat, ...]


Stage = (
    SimpleStage
    | First
    | Draft
    | Excavation
    | Sharing
    | Magic
    | Spending
    | Rerolling
    | Keeping
    | Recovering
    | Lot
    | Finished
)


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    stage: Stage
    round: int
    """The current round, from 0; unchanged after the last."""
    start: Seat | None
    """Starting seat of the round; None before the first roll."""
    bag: tuple[int, ...]
    mountain: tuple[Rolled | None, ...]
    """Places in reading order, top row first; all None when it is empty."""
    hoards: tuple[tuple[Rolled, ...], ...]
    """One per seat, in die order."""
    heroes: tuple[HeroName | None, ...]
    magic_start: Seat | None = None
    """First seat of the last round's magic phase."""
    spent: tuple[int, ...] = ()
    """Magic dice spent in this magic phase, in die order."""
    spent_heroes: tuple[tuple[Seat, int], ...] = ()
    """Hero faces spent in this phase: seat, and number from 1 among the hero's magic faces."""
    rounds: tuple[Round, ...] = ()
    tied: tuple[Seat, ...] = ()
    """Seats in the current tie-break, in seat order; () outside tie-breaks."""
    tiebreaks: tuple[Tiebreak, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(
            sum(played.scores[seat].total for played in self.rounds) for seat in range(self.seats)
        )
