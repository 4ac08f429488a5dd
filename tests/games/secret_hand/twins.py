"""Matches that differ only in what a viewer may not know."""

import re
from collections.abc import Callable, Sequence

from engine.core.driver import Advance
from engine.core.types import Entry, Seat
from tests.games.secret_hand.state import CARDS, State

Shuffle = Callable[[list[int]], list[int]]


def twin(
    advances: Sequence[Advance[State]], viewer: Seat | None, shuffle: Shuffle
) -> tuple[Entry, ...]:
    """The same log, in which the cards that the viewer has never seen changed places."""
    seen = _seen([made.entry for made in advances], viewer)
    if advances:
        seen |= {card for cards in advances[-1].position.state.shown for card in cards}
    unseen = [card for card in CARDS if card not in seen]
    other = dict(zip(unseen, shuffle(unseen), strict=True))
    return tuple(
        Entry(made.entry.seq, made.entry.actor, _with(made.entry.token, other)) for made in advances
    )


def _seen(log: Sequence[Entry], viewer: Seat | None) -> set[int]:
    """The cards that came through the viewer's hand, by the rules alone."""
    found: set[int] = set()
    owner: Seat | None = None
    for number, entry in enumerate(log):
        if entry.token.startswith("deal"):
            owner = number  # all seats are dealt their cards first, in order
        elif entry.actor is not None:
            owner = entry.actor  # who draws has just swapped
        if viewer is not None and owner == viewer:
            found |= set(_cards(entry.token))
    return found


def _cards(token: str) -> list[int]:
    return [int(card) for card in re.findall("[0-9]+", token)]


def _with(token: str, other: dict[int, int]) -> str:
    return re.sub("[0-9]+", lambda card: str(other.get(int(card[0]), int(card[0]))), token)
