"""The state of Secret Hand, and its observation by a viewer."""

from dataclasses import dataclass

from engine.core.types import Event, Seat

CARDS = range(1, 16)
HAND = 3
"""Number of cards dealt to each seat, and of rounds."""


@dataclass(frozen=True, slots=True)
class Dealing:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Swapping:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Drawing:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Playing:
    """All seats choose a card at the same time; None has not chosen yet."""

    chosen: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Over:
    pass


@dataclass(frozen=True, slots=True)
class State:
    """The whole state. Hands and deck are sorted."""

    stage: Dealing | Swapping | Drawing | Playing | Over
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...] = ()
    """Played cards of each round so far, one per seat."""

    @property
    def points(self) -> tuple[int, ...]:
        """Rounds won, by seat."""
        winners = [cards.index(max(cards)) for cards in self.shown]
        return tuple(winners.count(seat) for seat in range(len(self.hands)))


@dataclass(frozen=True, slots=True)
class Observation:
    to_act: tuple[Seat, ...]
    deck: int
    """Number of cards left."""
    cards: tuple[int, ...]
    """Number of cards of each seat."""
    shown: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    hand: tuple[int, ...] = ()
    """The viewer's hand; () for the public."""
    chosen: int | None = None
    """The viewer's chosen card while others still choose."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    seat: Seat
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundShown(Event):
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    pass


@dataclass(frozen=True, slots=True)
class Swap:
    card: int


@dataclass(frozen=True, slots=True)
class Play:
    card: int


Action = Keep | Swap | Play
