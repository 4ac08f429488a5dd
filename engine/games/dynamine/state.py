"""State of a DYNAMINE match, frozen values only.

`stage` determines the next event: a decision, luck, or the end. Tiles, piles, round tokens and
cards are numbers (see Content). The State doesn't contain the order of face-down cards, tokens and
tiles.
"""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dynamine.content import Side

Cell = tuple[int, int]
"""Level, from 1 downwards, and column, which is 0 at the entrance and negative to the west."""
ENTRANCE: Cell = (1, 0)


class Roll(Enum):
    TURN = "turn"
    REROLL = "reroll"
    """A reroll that a round token allows: replaces the result."""
    RAVEN = "raven"
    """A further roll by Cave Raven: adds to the result."""


class Right(Enum):
    """A right to move a tile. Rights are used in the order of the members."""

    TILE = "tile"
    ROUND = "round"
    DIE = "die"
    PLAN = "plan"


# The stages. Luck is due in Starting, Dealing, Opening, Uncovering, Turning, Rolling, Refilling and
# Renewing.


@dataclass(frozen=True, slots=True)
class Starting:
    """The start player is drawn (luck)."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """Each seat is dealt a mission (luck)."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first cards are laid face up (luck)."""


@dataclass(frozen=True, slots=True)
class Uncovering:
    """The first tile of each pile is turned over (luck); only if the piles are shuffled."""


@dataclass(frozen=True, slots=True)
class Turning:
    """The next round token is turned (luck)."""


@dataclass(frozen=True, slots=True)
class Guessing:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Rolling:
    seat: Seat
    roll: Roll


@dataclass(frozen=True, slots=True)
class Building:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Placing:
    """The seat places the top tile of a pile. Until then the tile stays there, unpaid."""

    seat: Seat
    pile: int


@dataclass(frozen=True, slots=True)
class Moving:
    """The seat moves a tile of its mine. Until it is placed, the tile stays in its old cell."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class Refilling:
    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class Renewing:
    """The next tile of a pile from which the seat has built is turned over (luck), after its turn;
    only if the piles are shuffled.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""


Stage = (
    Starting
    | Dealing
    | Opening
    | Uncovering
    | Turning
    | Guessing
    | Rolling
    | Building
    | Placing
    | Moving
    | Refilling
    | Renewing
    | Finished
)


@dataclass(frozen=True, slots=True)
class Placed:
    cell: Cell
    tile: int
    plus: Side
    turn: int


Mine = tuple[Placed, ...]
"""Tiles of a mine by level, then column, without the entrance."""


@dataclass(frozen=True, slots=True)
class Player:
    mine: Mine = ()
    cards: tuple[int, ...] = ()
    """In the order received, starting with the mission dealt."""
    plus: int = 0
    raven_used: bool = False
    plan_used: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Facts about the current turn; the defaults apply at its start and between turns."""

    guess: int | None = None
    budget: int | None = None
    """Building points left; None before the roll."""
    die: int | None = None
    begun: bool = False
    new_plus: int = 0
    """+1 tokens received in this turn, which only a later turn can spend."""
    tile_moves: int = 0
    token_moves: int = 0
    """Moves left from the round token."""
    plan_moves: int = 0
    """Moves left from Mine Plan, if it was used in this turn."""
    die_used: bool = False
    """Whether the seat has used the card or the move that the die allows."""


@dataclass(frozen=True, slots=True)
class State:
    stage: Stage
    players: tuple[Player, ...]
    piles: tuple[tuple[int, ...], ...]
    """Tiles left in each pile, its top included, in data order."""
    tops: tuple[int | None, ...]
    """Top of each pile, its only tile that is face up. It is None if the pile is empty, and while
    its next tile is face down.
    """
    tokens: tuple[int, ...]
    """Round tokens still face down, in data order."""
    supply: int
    """+1 tokens in the common supply."""
    deck: tuple[int, ...] = ()
    """Cards still face down, in data order."""
    face_up: tuple[int, ...] = ()
    start: Seat | None = None
    token: int | None = None
    round: int = 0
    """Number of round tokens turned."""
    turn: Turn = Turn()

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def acting(self) -> Seat | None:
        """The seat whose turn it is; None for luck that affects all seats, and at the end."""
        match self.stage:
            case (
                Guessing(seat)
                | Rolling(seat, _)
                | Building(seat)
                | Placing(seat, _)
                | Moving(seat, _)
                | Refilling(seat, _)
                | Renewing(seat)
            ):
                return seat
            case _:
                return None

    def turn_number(self, seat: Seat) -> int:
        """Return the number of the seat's turn in the match; negative before its first."""
        return (self.round - 1) * self.seats + (seat - (self.start or 0)) % self.seats
