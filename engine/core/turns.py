"""A match divided into turns: moments that players remember, rather than single decisions."""

from collections.abc import Hashable, Sequence
from typing import Any

from engine.core.driver import UNDO, Advance, start
from engine.core.game import AnyGame


def turns(game: AnyGame, seats: int, advances: Sequence[Advance[Any]]) -> tuple[range, ...]:
    """Return the entries of each turn, in order, without simultaneous decisions that are
    incomplete. `stop` is the length of the log at the end of the turn.
    """
    cut: list[tuple[Hashable, range]] = []
    # For each entry that counts, the first entry of its turn.
    counting: list[int] = []
    before = start(game, seats).state
    for advance in advances[: _public(game, seats, advances)]:
        seq, actor = advance.entry.seq, advance.entry.actor
        if advance.entry.token == UNDO:
            # An undo can take back an entry of an earlier turn, which then continues.
            first = counting.pop()
            while cut[-1][1].start > first:
                cut.pop()
            cut[-1] = cut[-1][0], range(first, seq + 1)
        else:
            turn = game.turn(before, actor)
            first = cut.pop()[1].start if cut and cut[-1][0] == turn else seq
            cut.append((turn, range(first, seq + 1)))
            counting.append(first)
        before = advance.position.state
    return tuple(turn for _, turn in cut)


def _public(game: AnyGame, seats: int, advances: Sequence[Advance[Any]]) -> int:
    end = len(advances)
    if not end or not game.sealed(advances[-1].position.state):
        return end
    states = [start(game, seats).state, *(advance.position.state for advance in advances)]
    while end and game.sealed(states[end - 1]):
        end -= 1
    return end
