"""Moves that the bot makes as "the house" in a daily game: its opening, and the bot's own way of
playing the rest.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.core import driver
from engine.core.capabilities import HouseOpening
from engine.core.chance import Stream
from engine.core.driver import Advance, Position
from engine.core.game import Game
from engine.core.types import Entry, Level

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the O of the Game protocol


def opening(game: Game[S, A, O], stream: Stream) -> tuple[Advance[S], ...]:
    """Return the house's first moves, and the luck until the player must decide. Slow: don't call
    it in the event loop.
    """
    house_to_move = game.in_opening if isinstance(game, HouseOpening) else _never
    return _played(game, driver.start(game, 1), stream, house_to_move)


def finished(
    game: Game[S, A, O], log: Sequence[Entry], stream: Stream
) -> tuple[int, tuple[Entry, ...]]:
    replayed = tuple(driver.replay(game, 1, log))
    position = replayed[-1].position if replayed else driver.start(game, 1)
    played = _played(game, position, stream, _always)
    last = (*replayed, *played)[-1].position.state
    return game.scores(last)[0], (*log, *(advance.entry for advance in played))


def _played(
    game: Game[S, A, O], position: Position[S], stream: Stream, house_to_move: Callable[[S], bool]
) -> tuple[Advance[S], ...]:
    advances = list(driver.advance(game, position, stream))
    while True:
        position = advances[-1].position if advances else position
        if game.outcome(position.state) is not None or not house_to_move(position.state):
            return tuple(advances)
        token = game.notation(game.suggest(position.state, 0, Level.FOREMAN))
        advances.append(driver.choose(game, position, 0, token))
        advances.extend(driver.advance(game, advances[-1].position, stream))


def _never(_state: object) -> bool:
    return False


def _always(_state: object) -> bool:
    return True
