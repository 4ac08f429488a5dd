"""A viewer's version of the log, for matches with hidden information.

Hands and sealed choices must not leak while the match is running. Replays, turn summaries and
"since your last turn" lines all read the log, and each of them could leak. If each filtered the log
itself, one forgotten filter would reveal a hand, and no test of the others would notice. So none of
them filters: they receive a log that is already censored for their viewer, and then work as for any
other match.

Three parts of the log can reveal a secret: the token of an entry, the Events that follow from it,
and the State after it. The first two are removed for entries that the viewer must not see; the
State is always replaced by the viewer's Observation. The entry itself remains, so that all viewers
see the same number of entries, in the same places, by the same actors.

The Game decides what is secret (`Disclosure`). If it doesn't, viewers see only their own entries: a
Game that forgets to declare something hides too much, never too little.
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
    """Return the log of a running match as this viewer (None: the public) sees it.

    Hidden entries have the token SECRET and no Events; each Position holds the viewer's Observation
    instead of the State. A Game without hidden information gets its log unchanged.
    """
    if not game.info.hidden:
        return tuple(advances)
    visible = []
    before = start(game, seats).state
    for advance in advances:
        entry, state = advance.entry, advance.position.state
        observed = Position(game.observe(state, viewer), advance.position.seq)
        if may_know(game, before, entry, viewer):
            visible.append(Advance(entry, observed, advance.events))
        else:
            visible.append(Advance(Entry(entry.seq, entry.actor, SECRET), observed, ()))
        before = state
    return tuple(visible)


def may_know(game: AnyGame, before: Any, entry: Entry, viewer: Seat | None) -> bool:
    """Return whether the viewer can see the token of an entry made at the State `before`."""
    if not game.info.hidden or entry.token == UNDO:
        return True
    if entry.actor is not None and entry.actor == viewer:
        return True
    return isinstance(game, Disclosure) and game.disclosed(before, entry, viewer)
