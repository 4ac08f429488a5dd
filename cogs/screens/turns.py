"""A match in turns: the moments that people remember, not every small decision."""

from collections.abc import Hashable
from dataclasses import dataclass

from cogs.screens.base import Advances, GameScreens
from engine.core.driver import UNDO, start
from engine.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class MatchTurn:
    """What belongs together: a seat's turn with its luck, or what luck alone brought."""

    first: int
    """Its first entry."""
    end: int
    """The entry after its last; so many entries the log has when it is done."""


def turns(
    game: AnyGame, seats: int, advances: Advances, game_screens: GameScreens
) -> tuple[MatchTurn, ...]:
    """All turns in order. A last one may still be going on.

    Of what seats decide at the same time nothing is among them before all have decided.
    """
    found: list[MatchTurn] = []
    before = start(game, seats).state
    belongs: Hashable = None
    for made in advances[: _public(game, seats, advances)]:
        seq = made.entry.seq
        mine = game_screens.turn(before, made.entry.actor)
        if found and (made.entry.token == UNDO or mine == belongs):
            found[-1] = MatchTurn(found[-1].first, seq + 1)
        else:
            found.append(MatchTurn(seq, seq + 1))
            belongs = mine
        before = made.position.state
    return tuple(found)


def _public(game: AnyGame, seats: int, advances: Advances) -> int:
    """How many entries everybody may know of."""
    end = len(advances)
    if not end or not game.sealed(advances[-1].position.state):
        return end
    states = [start(game, seats).state, *(made.position.state for made in advances)]
    while end and game.sealed(states[end - 1]):
        end -= 1
    return end
