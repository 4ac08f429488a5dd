"""A viewer's version of the log, for matches with hidden information.

Hands and sealed choices must not leak while the match is running. Replays, turn summaries and
"since your last turn" lines all read the log, and each of them could leak. They therefore don't
filter: they receive a log that is already censored for their viewer, and then work as for any other
match.

Three places of the log can give a secret away: the token of an entry, the Events that follow from
it, and the State after it. The first two are removed for entries that the viewer must not see; the
State is always replaced by the viewer's Observation. The entry itself stays, so that numbers,
actors and the count of entries agree for all viewers.

The Game decides what is secret (`Disclosure`). Without an answer, viewers see only their own
entries: a Game that forgets to declare something hides too much, never too little.
"""

from collections.abc import Sequence
from typing import Any

from engine.core.capabilities import Disclosure
from engine.core.driver import UNDO, Advance, Position, start
from engine.core.game import AnyGame
from engine.core.types import Entry, Seat

SECRET = ""
"""Replaces a token that is hidden from the viewer."""


def disclosed(
    game: AnyGame, seats: int, advances: Sequence[Advance[Any]], viewer: Seat | None
) -> tuple[Advance[Any], ...]:
    """Return the whole log as this viewer (None: the public) sees it while the match is running.

    Games without hidden information return the same Advances. Otherwise a hidden entry has the
    token SECRET and no Events, and each Position holds the viewer's Observation in place of the
    State.
    """
    if not game.info.hidden:
        return tuple(advances)
    visible = []
    before = start(game, seats).state
    for advance in advances:
        entry, state = advance.entry, advance.position.state
        seen = Position(game.observe(state, viewer), advance.position.seq)
        if may_know(game, before, entry, viewer):
            visible.append(Advance(entry, seen, advance.events))
        else:
            visible.append(Advance(Entry(entry.seq, entry.actor, SECRET), seen, ()))
        before = state
    return tuple(visible)


def may_know(game: AnyGame, before: Any, entry: Entry, viewer: Seat | None) -> bool:
    """Return whether the viewer can see the token of an entry made at the State `before`."""
    if not game.info.hidden or entry.token == UNDO:
        return True
    if entry.actor is not None and entry.actor == viewer:
        return True
    return isinstance(game, Disclosure) and game.disclosed(before, entry, viewer)
