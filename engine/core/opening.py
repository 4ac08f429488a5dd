"""Moves that the bot makes as "the house" in a daily game: its opening, and the bot's own way of
playing the rest.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from engine.core import driver
from engine.core.chance import Stream
from engine.core.driver import Advance, Position
from engine.core.game import Game
from engine.core.types import Entry, Level

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the O of Game

KINDS = 1 << 32
ATTEMPTS = 20
"""Kinds of opening to try; the last one is used even if it isn't fair."""


def opening(game: Game[S, A, O], stream: Stream) -> tuple[Advance[S], ...]:
    """Return the house's first moves, and the luck until the player must decide. Slow: don't call
    it in the event loop.

    They depend on the stream alone. The kinds have a stream of their own, so that trying another
    kind leaves the match's luck as it was.
    """
    start = driver.start(game, 1)
    kinds = Stream(stream.seed, f"{stream.contribution}:opening")
    opened: tuple[Advance[S], ...] = ()
    for attempt in range(ATTEMPTS):
        kind = kinds.number(attempt, KINDS)
        opened = _played(game, start, stream, partial(game.house_move, kind=kind))
        if game.is_fair_opening(opened[-1].position.state if opened else start.state):
            break
    return opened


def play_to_end(
    game: Game[S, A, O], log: Sequence[Entry], stream: Stream
) -> tuple[int, tuple[Entry, ...]]:
    replayed = tuple(driver.replay(game, 1, log))
    position = replayed[-1].position if replayed else driver.start(game, 1)
    played = _played(game, position, stream, lambda state: game.suggest(state, 0, Level.FOREMAN))
    last = (*replayed, *played)[-1].position.state
    return game.scores(last)[0], (*log, *(advance.entry for advance in played))


def _played(
    game: Game[S, A, O], position: Position[S], stream: Stream, choose: Callable[[S], A | None]
) -> tuple[Advance[S], ...]:
    """Play until the match ends or `choose` returns None."""
    advances = list(driver.advance(game, position, stream))
    while True:
        position = advances[-1].position if advances else position
        if game.outcome(position.state) is not None:
            return tuple(advances)
        action = choose(position.state)
        if action is None:
            return tuple(advances)
        advances.append(driver.choose(game, position, 0, game.notation(action)))
        advances.extend(driver.advance(game, advances[-1].position, stream))
