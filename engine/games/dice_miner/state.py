"""State of a Dice Miner match, frozen values only.

`stage` says what comes next: a decision of one or several seats, luck, or the end. Dice are numbers
in die order (see Content); faces are numbers 1..6, with beer on 6.
"""

from dataclasses import dataclass

from engine.core.types import Seat
from engine.games.dice_miner.actions import Spend, SpendHero
from engine.games.dice_miner.content import HeroName


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die with its face."""

    die: int
    face: int


@dataclass(frozen=True, slots=True)
class Score:
    """A hoard's score in one round or tie-break."""

    tunnels: int
    treasure: int
    hazards: int

    @property
    def total(self) -> int:
        """Sum of the three."""
        return self.tunnels + self.treasure + self.hazards


@dataclass(frozen=True, slots=True)
class Round:
    """A scored round."""

    start: Seat
    scores: tuple[Score, ...]
    """One per seat."""


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A scored tie-break."""

    seats: tuple[Seat, ...]
    """Participants, in seat order."""
    scores: tuple[Score, ...]
    """In the order of `seats`."""


# The stages. Luck is due in First, Fill, Sharing, Rerolling, Recovering, Lot and TiebreakRoll.


@dataclass(frozen=True, slots=True)
class First:
    """Each of these seats rolls a tunnel die for the start of round 1 (luck)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """The first of these seats chooses a hero; the others follow."""

    queue: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Fill:
    """The bag fills the mountain (luck)."""


@dataclass(frozen=True, slots=True)
class Excavation:
    """A seat takes dice."""

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
    """A source has been spent, and the seat chooses `count` dice."""

    seat: Seat
    queue: tuple[Seat, ...]
    source: Spend | SpendHero
    count: int
    chosen: tuple[int, ...] = ()
    """Dice chosen so far, in that order."""


@dataclass(frozen=True, slots=True)
class Rerolling:
    """The chosen dice roll together (luck)."""

    seat: Seat
    queue: tuple[Seat, ...]
    chosen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scoring:
    """Magic is over. A transient stage: scoring follows automatically."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Seats with chests simultaneously choose dice to keep."""

    waiting: tuple[Seat, ...]
    """Seats that have not said `done`, in seat order."""
    kept: tuple[tuple[int, ...], ...]
    """Dice kept so far, one tuple per seat, in die order."""


@dataclass(frozen=True, slots=True)
class Recovering:
    """All dice that are not kept roll (luck)."""

    kept: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """A draw among the seats tied for fewest points decides the start (luck)."""

    tied: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TiebreakRoll:
    """The tied seats' whole hoards roll (luck)."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""

    winners: tuple[Seat, ...]


Stage = (
    First
    | Draft
    | Fill
    | Excavation
    | Sharing
    | Magic
    | Spending
    | Rerolling
    | Scoring
    | Keeping
    | Recovering
    | Lot
    | TiebreakRoll
    | Finished
)


@dataclass(frozen=True, slots=True)
class State:
    """Everything true now in a match."""

    seats: int
    stage: Stage
    round: int
    """The current round, from 0; unchanged after the last."""
    start: Seat | None
    """Starting seat of the round; None before the first roll."""
    bag: tuple[int, ...]
    """Dice not yet drawn, in die order."""
    mountain: tuple[Rolled | None, ...]
    """Places in reading order, top row first; all None when it is empty."""
    hoards: tuple[tuple[Rolled, ...], ...]
    """One per seat, in die order."""
    heroes: tuple[HeroName | None, ...]
    """One per seat."""
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
        """Points of the scored rounds, one per seat."""
        return tuple(
            sum(played.scores[seat].total for played in self.rounds) for seat in range(self.seats)
        )
