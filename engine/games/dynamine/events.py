"""What happens in a match, for text and pictures; derived, never stored."""

from dataclasses import dataclass

from engine.core.types import Event, Seat
from engine.games.dynamine.scoring import Score
from engine.games.dynamine.state import Cell, Right, Roll


@dataclass(frozen=True, slots=True)
class StartDrawn(Event):
    """Who begins each round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MissionsDealt(Event):
    """Everybody has a mission."""

    cards: tuple[int, ...]
    """One a seat."""


@dataclass(frozen=True, slots=True)
class CardsOpened(Event):
    """The first cards lie face up."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TokenTurned(Event):
    """A round begins."""

    round: int
    """From 1."""
    token: int


@dataclass(frozen=True, slots=True)
class Guessed(Event):
    """A seat has said what it will roll."""

    seat: Seat
    number: int | None
    """None: it said nothing."""


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """A seat has rolled."""

    seat: Seat
    roll: Roll
    face: int
    guessed: bool
    """Whether it was guessed, which brings a point."""
    budget: int
    """Building points after it."""


@dataclass(frozen=True, slots=True)
class PlusSpent(Event):
    """A +1 token was spent."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A seat has taken a card."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """Another card lies where the taken one lay."""

    card: int


@dataclass(frozen=True, slots=True)
class TileBuilt(Event):
    """A tile was built."""

    seat: Seat
    tile: int
    cell: Cell
    cost: int
    bonus: int
    """Points that joined +1 openings brought."""
    plus: bool
    """Whether it brought a +1 token."""
    move: bool
    """Whether it brought the right to a move."""


@dataclass(frozen=True, slots=True)
class TileMoved(Event):
    """A tile was moved."""

    seat: Seat
    tile: int
    start: Cell
    end: Cell
    right: Right
    """What allowed it."""


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A seat is done."""

    seat: Seat
    lost: int
    """Building points that were left over."""


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is over."""

    scores: tuple[Score, ...]
    """One a seat."""
    deepest: tuple[int, ...]
    """The deepest level of each mine."""
    tiles: tuple[int, ...]
    """The tiles of each mine, without the entrance."""
