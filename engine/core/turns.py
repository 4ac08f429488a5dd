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
    found: list[tuple[Hashable, MatchTurn]] = []
    # Of each entry that counts, the first entry of its turn.
    counting: list[int] = []
    before = start(game, seats).state
    for made in advances[: _public(game, seats, advances)]:
        seq, actor = made.entry.seq, made.entry.actor
        if made.entry.token == UNDO:
            # What is taken back may belong to an earlier turn, which goes on then.
            first = counting.pop()
            while found[-1][1].first > first:
                found.pop()
            found[-1] = found[-1][0], MatchTurn(first, seq + 1)
        else:
            turn = game.turn(before, actor) if isinstance(game, Turns) else actor
            first = found.pop()[1].first if found and found[-1][0] == turn else seq
            found.append((turn, MatchTurn(first, seq + 1)))
            counting.append(first)
        before = made.position.state
    return tuple(turn for _, turn in found)


def _public(game: AnyGame, seats: int, advances: Sequence[Advance[Any]]) -> int:
    """How many entries everybody may know of."""
    end = len(advances)
    if not end or not game.sealed(advances[-1].position.state):
        return end
    states = [start(game, seats).state, *(made.position.state for made in advances)]
    while end and game.sealed(states[end - 1]):
        end -= 1
    return end
