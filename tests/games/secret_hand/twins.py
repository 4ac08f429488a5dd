"""Matches that differ only in what a viewer may not know."""

import re
from collections.abc import Callable, Sequence

from engine.core.disclosure import disclosed
from engine.core.driver import Advance
from engine.core.types import Entry, Seat
from tests.games.secret_hand.rules import SecretHand
from tests.games.secret_hand.state import CARDS, State

Shuffle = Callable[[list[int]], list[int]]
_GAME = SecretHand()


def twin(
    seats: int, advances: Sequence[Advance[State]], viewer: Seat | None, shuffle: Shuffle
) -> tuple[Entry, ...]:
    """The same log, in which the cards that the viewer has never seen changed places."""
    seen = {
        card
        for made in disclosed(_GAME, seats, advances, viewer)
        for card in _cards(made.entry.token)
    }
    if advances:
        seen |= {card for cards in advances[-1].position.state.shown for card in cards}
    unseen = [card for card in CARDS if card not in seen]
    other = dict(zip(unseen, shuffle(unseen), strict=True))
    return tuple(
        Entry(made.entry.seq, made.entry.actor, _with(made.entry.token, other)) for made in advances
    )


def _cards(token: str) -> list[int]:
    return [int(card) for card in re.findall("[0-9]+", token)]


def _with(token: str, other: dict[int, int]) -> str:
    return re.sub("[0-9]+", lambda card: str(other.get(int(card[0]), int(card[0]))), token)
