"""A match cut into turns: the moments that people remember, not every small decision."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.capabilities import Turns
from engine.core.driver import UNDO, Advance, start
from engine.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class MatchTurn:
    """What belongs together: a seat's turn with its luck, or what luck alone brought."""

    first: int
    """Its first entry."""
    end: int
    """The entry after its last; so many entries the log has when it is done."""


def turns(game: AnyGame, seats: int, advances: Sequence[Advance[Any]]) -> tuple[MatchTurn, ...]:
    """All turns in order. A last one may still be going on.

    What seats decide at the same time is left out until all have decided.
    """
    found: list[MatchTurn] = []
    before = start(game, seats).state
    current: Hashable = None
    for made in advances[: _public(game, seats, advances)]:
        seq, actor = made.entry.seq, made.entry.actor
        turn = game.turn(before, actor) if isinstance(game, Turns) else actor
        if found and (made.entry.token == UNDO or turn == current):
            found[-1] = MatchTurn(found[-1].first, seq + 1)
        else:
            found.append(MatchTurn(seq, seq + 1))
            current = turn
        before = made.position.state
    return tuple(found)


def _public(game: AnyGame, seats: int, advances: Sequence[Advance[Any]]) -> int:
    """How many entries everybody may know of."""
    end = len(advances)
    if not end or not game.sealed(advances[-1].position.state):
        return end
    states = [start(game, seats).state, *(made.position.state for made in advances)]
    while end and game.sealed(states[end - 1]):
        end -= 1
    return end
