"""Events of a match, for text and pictures; derived, never stored."""

from dataclasses import dataclass

from engine.core.types import Event, Seat
from engine.games.dynamine.scoring import Score
from engine.games.dynamine.state import Cell, Right, Roll


@dataclass(frozen=True, slots=True)
class StartDrawn(Event):
    seat: Seat


@dataclass(frozen=True, slots=True)
class MissionsDealt(Event):
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardsOpened(Event):
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TopTurned(Event):
    """The next tile of a pile is turned over, after the turn of the seat that built from it."""

    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class TokenTurned(Event):
    round: int
    token: int


@dataclass(frozen=True, slots=True)
class Guessed(Event):
    seat: Seat
    number: int | None
    """The guess, or None if the seat declined."""


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    seat: Seat
    roll: Roll
    face: int
    guessed: bool
    """Whether the guess was right, which adds to the budget."""
    budget: int


@dataclass(frozen=True, slots=True)
class PlusSpent(Event):
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class TileBuilt(Event):
    seat: Seat
    tile: int
    cell: Cell
    cost: int
    bonus: int
    """Points from joined +1 openings."""
    plus: bool
    """Whether the seat received a +1 token."""
    move: bool


@dataclass(frozen=True, slots=True)
class TileMoved(Event):
    seat: Seat
    tile: int
    start: Cell
    end: Cell
    right: Right


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    seat: Seat
    lost: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    scores: tuple[Score, ...]
    deepest: tuple[int, ...]
    tiles: tuple[int, ...]
    """Number of tiles in each mine, without the entrance."""
