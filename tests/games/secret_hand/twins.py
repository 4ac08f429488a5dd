"""Matches that differ only in cards hidden from a viewer."""

import re
from collections.abc import Callable, Sequence

from engine.core.driver import Advance
from engine.core.types import Entry, Seat
from tests.games.secret_hand.state import CARDS, State

Shuffle = Callable[[list[int]], list[int]]


def twin(
    advances: Sequence[Advance[State]], viewer: Seat | None, shuffle: Shuffle
) -> tuple[Entry, ...]:
    """Return the same log with the cards that the viewer has never seen exchanged."""
    seen = _seen([advance.entry for advance in advances], viewer)
    if advances:
        seen |= {card for cards in advances[-1].position.state.shown for card in cards}
    unseen = [card for card in CARDS if card not in seen]
    other = dict(zip(unseen, shuffle(unseen), strict=True))
    return tuple(
        Entry(advance.entry.seq, advance.entry.actor, _with(advance.entry.token, other))
        for advance in advances
    )


def _seen(log: Sequence[Entry], viewer: Seat | None) -> set[int]:
    """Return the cards that have been in the viewer's hand, by the rules alone."""
    cards: set[int] = set()
    owner: Seat | None = None
    for number, entry in enumerate(log):
        if entry.token.startswith("deal"):
            owner = number  # the first entries deal to the seats in order
        elif entry.actor is not None:
            owner = entry.actor  # a draw follows a swap by the same seat
        if viewer is not None and owner == viewer:
            cards |= set(_cards(entry.token))
    return cards


def _cards(token: str) -> list[int]:
    return [int(card) for card in re.findall("[0-9]+", token)]


def _with(token: str, other: dict[int, int]) -> str:
    return re.sub("[0-9]+", lambda card: str(other.get(int(card[0]), int(card[0]))), token)
