"""What is true at one moment, and what a viewer sees of it."""

from dataclasses import dataclass

from engine.core.types import Event, Seat

CARDS = range(1, 16)
HAND = 3
"""Cards dealt to each seat, and rounds."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The seat's cards are dealt (chance)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Swapping:
    """The seat keeps its hand or puts a card away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drawing:
    """The seat draws a card (chance)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Playing:
    """All play a card at the same time; None has not chosen yet."""

    chosen: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """All rounds are played."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything true now. Hands and deck are sorted."""

    stage: Dealing | Swapping | Drawing | Playing | Over
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...] = ()
    """The cards played in each round so far, one a seat."""

    @property
    def points(self) -> tuple[int, ...]:
        """How many rounds each seat has won."""
        winners = [cards.index(max(cards)) for cards in self.shown]
        return tuple(winners.count(seat) for seat in range(len(self.hands)))


@dataclass(frozen=True, slots=True)
class Observation:
    """What a viewer sees: the table, and their own hand."""

    to_act: tuple[Seat, ...]
    deck: int
    """How many cards are left in it."""
    cards: tuple[int, ...]
    """How many each seat holds."""
    shown: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    hand: tuple[int, ...] = ()
    """The viewer's; () of the public."""
    chosen: int | None = None
    """The card that the viewer plays, while others still choose."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat was dealt, or drew, these cards."""

    seat: Seat
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundShown(Event):
    """All have played."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the hand."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Put a card away for another one."""

    card: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card."""

    card: int


Action = Keep | Swap | Play
