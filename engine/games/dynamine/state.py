"""The State of a match of DYNAMINE: everything true now, frozen values only.

`stage` says what is due: a decision, luck, or nothing any more. Tiles, piles, round tokens and
cards are numbers (see Content). What lies face down is nowhere in it.
"""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dynamine.content import Side

Cell = tuple[int, int]
"""Level, from 1 down, and column: 0 is that of the entrance, those to the west are negative."""
ENTRANCE: Cell = (1, 0)


class Roll(Enum):
    """Why the die is rolled."""

    TURN = "turn"
    """A turn begins."""
    REROLL = "reroll"
    """In place of the result, by a round token."""
    RAVEN = "raven"
    """In addition, by Cave Raven."""


class Right(Enum):
    """What allows a move, in the order in which moves use it up."""

    TILE = "tile"
    ROUND = "round"
    """A round token."""
    DIE = "die"
    PLAN = "plan"


# The stages. Luck is due in Starting, Dealing, Opening, Turning, Rolling and Refilling.


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
class Turning:
    """The next round token is turned (luck)."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """The seat says what it will roll."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rolling:
    """The die is rolled (luck)."""

    seat: Seat
    roll: Roll


@dataclass(frozen=True, slots=True)
class Building:
    """The seat builds and acts."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Placing:
    """The seat places the top tile of a pile, which lies there until then and is not paid."""

    seat: Seat
    pile: int


@dataclass(frozen=True, slots=True)
class Moving:
    """The seat places a tile of its mine elsewhere; until then it lies where it lay."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class Refilling:
    """A card is laid where the taken one lay (luck)."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""


Stage = (
    Starting
    | Dealing
    | Opening
    | Turning
    | Guessing
    | Rolling
    | Building
    | Placing
    | Moving
    | Refilling
    | Finished
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile in a mine."""

    cell: Cell
    tile: int
    plus: Side
    """Its +1 openings that have not been joined by anything yet."""
    turn: int
    """The turn in which it came there; see State.turn_number."""


Mine = tuple[Placed, ...]
"""The tiles of a mine by level, then column, without the entrance."""


@dataclass(frozen=True, slots=True)
class Player:
    """What one seat has."""

    mine: Mine = ()
    cards: tuple[int, ...] = ()
    """In the order in which they came, the dealt one first."""
    plus: int = 0
    """+1 tokens."""
    raven_used: bool = False
    plan_used: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """What is true of one turn; as it is here when one begins, and between turns."""

    guess: int | None = None
    budget: int | None = None
    """Building points left; None before the roll."""
    die: int | None = None
    """What the die shows."""
    begun: bool = False
    """Whether anything was done after the roll."""
    new_plus: int = 0
    """+1 tokens that this turn has brought, which a later turn may spend."""
    tile_moves: int = 0
    """Moves left that built tiles have brought."""
    token_moves: int = 0
    """Moves left of the round token."""
    plan_moves: int = 0
    """Moves left of Mine Plan, once it is used in this turn."""
    die_used: bool = False
    """Whether the card or the move of the die is taken."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything true now in a match."""

    stage: Stage
    players: tuple[Player, ...]
    """One a seat."""
    piles: tuple[int, ...]
    """How many tiles are left in each pile."""
    tokens: tuple[int, ...]
    """Round tokens that have not been turned, in data order."""
    supply: int
    """+1 tokens that nobody has."""
    deck: tuple[int, ...] = ()
    """Cards that are neither dealt nor turned up, in data order."""
    face_up: tuple[int, ...] = ()
    """In their order on the table."""
    start: Seat | None = None
    """Who begins each round."""
    token: int | None = None
    """The round token turned last."""
    round: int = 0
    """How many round tokens have been turned."""
    turn: Turn = Turn()

    @property
    def seats(self) -> int:
        """How many there are."""
        return len(self.players)

    @property
    def acting(self) -> Seat | None:
        """Whose turn it is; None where luck begins something for all, and at the end."""
        match self.stage:
            case (
                Guessing(seat)
                | Rolling(seat, _)
                | Building(seat)
                | Placing(seat, _)
                | Moving(seat, _)
                | Refilling(seat, _)
            ):
                return seat
            case _:
                return None

    def turn_number(self, seat: Seat) -> int:
        """The seat's turn of this round, from 0 over the match; below 0 before the first."""
        return (self.round - 1) * self.seats + (seat - (self.start or 0)) % self.seats
