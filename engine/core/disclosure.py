"""What a viewer may know of the log of a match in which something is hidden."""

from collections.abc import Sequence
from typing import Any

from engine.core.capabilities import Disclosure
from engine.core.driver import UNDO, Advance, Position, start
from engine.core.game import AnyGame
from engine.core.types import Entry, Seat

SECRET = ""
"""Stands for a token that the viewer may not know."""


def disclosed(
    game: AnyGame, seats: int, advances: Sequence[Advance[Any]], viewer: Seat | None
) -> tuple[Advance[Any], ...]:
    """A whole log as this viewer (None: the public) may know it while the match goes on.

    The same Advances where the Game hides nothing. Else an entry that the viewer may not know has
    the token SECRET and no Events, and each Position holds the viewer's Observation as its State.
    """
    if not game.info.hidden:
        return tuple(advances)
    found = []
    before = start(game, seats).state
    for made in advances:
        entry, state = made.entry, made.position.state
        seen = Position(game.observe(state, viewer), made.position.seq)
        if may_know(game, before, entry, viewer):
            found.append(Advance(entry, seen, made.events))
        else:
            found.append(Advance(Entry(entry.seq, entry.actor, SECRET), seen, ()))
        before = state
    return tuple(found)


def may_know(game: AnyGame, before: Any, entry: Entry, viewer: Seat | None) -> bool:
    """Whether the viewer may know the token of an entry that was made at the State `before`."""
    if not game.info.hidden or entry.token == UNDO:
        return True
    if entry.actor is not None and entry.actor == viewer:
        return True
    return isinstance(game, Disclosure) and game.disclosed(before, entry, viewer)
