"""State of a DYNAMINE match, frozen values only.

`stage` determines the next event: a decision, luck, or the end. Tiles, piles, round tokens and
cards are numbers (see Content). The State doesn't contain the order of face-down cards, tokens and
tiles.
"""

from dataclasses import dataclass
from enum import Enum, auto

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


class SimpleStage(Enum):
    """Stages that need no fields."""

    STARTING = auto()
    """The start player is drawn (luck)."""
    DEALING = auto()
    """Each seat is dealt a mission (luck)."""
    OPENING = auto()
    """The first cards are laid face up (luck)."""
    UNCOVERING = auto()
    """The first tile of each pile is turned over (luck); only if the piles are shuffled."""
    TURNING = auto()
    """The next round token is turned (luck)."""
    GUESSING = auto()
    BUILDING = auto()
    RENEWING = auto()
    """The next tile of a pile from which the acting seat has built is turned over (luck), after its
    turn; only if the piles are shuffled.
    """
    FINISHED = auto()


@dataclass(frozen=True, slots=True)
class Rolling:
    """The die rolls (luck)."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Placing:
    """The seat places the top tile of a pile. Until then the tile stays there, unpaid."""

    pile: int


@dataclass(frozen=True, slots=True)
class Moving:
    """The seat moves a tile of its mine. Until it is placed, the tile stays in its old cell."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Refilling:
    """The next card is laid face up (luck)."""

    place: int


Stage = SimpleStage | Rolling | Placing | Moving | Refilling


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
    acting: Seat | None = None
    """The seat whose turn it is; None for luck that affects all seats, and at the end."""

    @property
    def seats(self) -> int:
        return len(self.players)

    def turn_number(self, seat: Seat) -> int:
        """Return the number of the seat's turn in the match; negative before its first."""
        return (self.round - 1) * self.seats + (seat - (self.start or 0)) % self.seats
