"""Joins that end before the start, which must not make a tournament grow."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.values.players import UserId

PASSING = frozenset((EventKind.JOINED, EventKind.LEFT, EventKind.CHECKED_IN))
"""Events that can follow a join that is removed from the history.

They have no message of their own, so their numbers can change. Neither the terms nor check-in
change between them, so the order and the places of all other players are the same without a player
who has left.
"""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A history without a player's latest join and their later events."""

    n: int
    """The number of the removed join. All events from it on are replaced."""
    rest: tuple[TournamentEvent, ...]
    """The events that take their place."""


def without_join(
    now: Tournament, events: Sequence[TournamentEvent], user: UserId
) -> Shortened | None:
    """Return the history that leads to where it would lead if the user left now.

    None if there is no such history.
    """
    if now.status is not TournamentStatus.OPEN:
        return None
    for event in reversed(events):
        if event.kind not in PASSING:
            return None
        if event.kind is EventKind.JOINED and event.user == user:
            others = (one for one in events[event.n + 1 :] if one.user != user)
            rest = tuple(replace(one, n=n) for n, one in enumerate(others, start=event.n))
            return Shortened(event.n, rest)
    return None
