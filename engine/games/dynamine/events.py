"""Events of a match, for text and pictures; derived, never stored."""

from dataclasses import dataclass

from engine.core.types import Event, Seat
from engine.games.dynamine.scoring import Score
from engine.games.dynamine.state import Cell, Right, Roll


@dataclass(frozen=True, slots=True)
class StartDrawn(Event):
    """The start player of all rounds was drawn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MissionsDealt(Event):
    """Every seat received a mission."""

    cards: tuple[int, ...]
    """One per seat."""


@dataclass(frozen=True, slots=True)
class CardsOpened(Event):
    """The first cards were turned face up."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TokenTurned(Event):
    """A round begins."""

    round: int
    """From 1."""
    token: int


@dataclass(frozen=True, slots=True)
class Guessed(Event):
    """A seat predicted its roll."""

    seat: Seat
    number: int | None
    """None if it declined."""


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """A seat rolled."""

    seat: Seat
    roll: Roll
    face: int
    guessed: bool
    """Whether the guess was right, which scores a point."""
    budget: int


@dataclass(frozen=True, slots=True)
class PlusSpent(Event):
    """A +1 token was spent."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A seat took a card."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """Another card replaced the taken one."""

    card: int


@dataclass(frozen=True, slots=True)
class TileBuilt(Event):
    """A tile was built."""

    seat: Seat
    tile: int
    cell: Cell
    cost: int
    bonus: int
    """Points from joined +1 openings."""
    plus: bool
    """Whether the seat received a +1 token."""
    move: bool
    """Whether the seat received a right to move."""


@dataclass(frozen=True, slots=True)
class TileMoved(Event):
    """A tile was moved."""

    seat: Seat
    tile: int
    start: Cell
    end: Cell
    right: Right
    """The right that was used up."""


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A seat ended its turn."""

    seat: Seat
    lost: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is over."""

    scores: tuple[Score, ...]
    """One per seat."""
    deepest: tuple[int, ...]
    """Deepest level of each mine."""
    tiles: tuple[int, ...]
    """Number of tiles in each mine, without the entrance."""
