"""The State of a match of Dice Miner: everything true now, frozen values only.

`stage` says what is due: a decision of a seat or of several, luck, or nothing any more.
Dice are numbers in die order (see Content); faces are numbers 1..6, of which 6 is beer.
"""

from dataclasses import dataclass

from engine.core.types import Seat
from engine.games.dice_miner.actions import Spend, SpendHero
from engine.games.dice_miner.content import HeroName


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die with the face that it shows."""

    die: int
    face: int


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat's hoard scores in one round or tie-break."""

    tunnels: int
    treasure: int
    hazards: int

    @property
    def total(self) -> int:
        """The sum of the three."""
        return self.tunnels + self.treasure + self.hazards


@dataclass(frozen=True, slots=True)
class Round:
    """One round that has been scored."""

    start: Seat
    scores: tuple[Score, ...]
    """One a seat."""


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One tie-break that has been scored."""

    seats: tuple[Seat, ...]
    """Those who took part, in seat order."""
    scores: tuple[Score, ...]
    """Theirs, in the same order."""


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
    """The mountain is filled from the bag (luck)."""


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
    """A seat spends magic, one source after another; the queue is who still comes."""

    seat: Seat
    queue: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Spending:
    """A source has been spent, and its dice are being chosen, `count` in all."""

    seat: Seat
    queue: tuple[Seat, ...]
    source: Spend | SpendHero
    """What was spent."""
    count: int
    chosen: tuple[int, ...] = ()
    """The dice chosen so far, in the order chosen."""


@dataclass(frozen=True, slots=True)
class Rerolling:
    """The chosen dice roll together (luck)."""

    seat: Seat
    queue: tuple[Seat, ...]
    chosen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scoring:
    """All magic is done; no match rests here, for scoring happens by itself."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Seats with chests decide, all at the same time, what they keep."""

    waiting: tuple[Seat, ...]
    """Those who have not said `done`, in seat order."""
    kept: tuple[tuple[int, ...], ...]
    """The dice kept so far, one tuple a seat, in die order."""


@dataclass(frozen=True, slots=True)
class Recovering:
    """All dice that are not kept roll (luck)."""

    kept: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """One of the seats tied for fewest points is drawn to start (luck)."""

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
    """The round being played, from 0; after the last it stays."""
    start: Seat | None
    """Who starts the round; None before the roll for it."""
    bag: tuple[int, ...]
    """Dice never drawn yet, in die order."""
    mountain: tuple[Rolled | None, ...]
    """Its places in reading order, the top row first; all None when it is empty."""
    hoards: tuple[tuple[Rolled, ...], ...]
    """One a seat, each in die order."""
    heroes: tuple[HeroName | None, ...]
    """One a seat."""
    magic_start: Seat | None = None
    """Who came first in the last magic phase of a round."""
    spent: tuple[int, ...] = ()
    """Magic dice spent in this magic phase, in die order."""
    spent_heroes: tuple[tuple[Seat, int], ...] = ()
    """Hero faces spent in this phase: seat, and number from 1 among the hero's magic faces."""
    rounds: tuple[Round, ...] = ()
    """Those that have been scored."""
    tied: tuple[Seat, ...] = ()
    """The seats in the tie-break being played, in seat order; () outside tie-breaks."""
    tiebreaks: tuple[Tiebreak, ...] = ()
    """Those that have been scored."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the scored rounds, one a seat."""
        return tuple(
            sum(played.scores[seat].total for played in self.rounds) for seat in range(self.seats)
        )
