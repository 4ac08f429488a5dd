"""A whole match between computers."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from bench.arena.players import player
from bench.arena.thinking import USUAL, Allowance
from bot.app.games import load_games
from bot.game_register import GameRegister
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.game import AnyGame
from engine.core.types import Event, Seat


@dataclass(frozen=True, slots=True)
class Task:
    """A match to play. The same number and players always give the same match."""

    game: str
    number: int
    """Seed of all luck."""
    players: tuple[str, ...]
    """Names of the players, one per seat (players.py)."""
    allowance: Allowance = USUAL


@dataclass(frozen=True, slots=True)
class Spent:
    """Resources used for thinking."""

    seconds: float = 0.0
    """Processor time."""
    decisions: int = 0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.seconds + other.seconds, self.decisions + other.decisions)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a match; sequences have one item per seat."""

    task: Task
    wins: tuple[float, ...]
    """Shares of the win."""
    points: tuple[int, ...]
    spent: tuple[Spent, ...]


class Witness(Protocol):
    """An observer of a running match."""

    def decides(self, game: AnyGame, state: Any, seat: Seat, action: Any) -> None:
        """Observe that a seat has chosen this Action in this State."""

    def happened(self, events: Sequence[Event]) -> None:
        """Observe the events that follow a decision or luck."""


@cache
def games() -> GameRegister:
    """Return the installed games, loaded once per process."""
    return load_games()


def play(task: Task, witness: Witness | None = None) -> tuple[Played, Any]:
    """Play a match to its end; return its result and its last State."""
    game = games().newest(task.game)
    decide = [player(name) for name in task.players]
    stream = Stream(task.number.to_bytes(SEED_BYTES, "big"), "arena")
    position: driver.Position[Any] = driver.start(game, len(task.players))
    spent = [Spent()] * len(task.players)
    while (ended := game.outcome(position.state)) is None:
        for advance in driver.advance(game, position, stream):
            position = advance.position
            if witness is not None:
                witness.happened(advance.events)
        for seat in sorted(game.to_act(position.state)):
            state = position.state
            thinking = task.allowance.thinking(task.number, position.seq)
            started = time.process_time()
            action = decide[seat](game, state, seat, thinking)
            spent[seat] += Spent(time.process_time() - started, 1)
            if witness is not None:
                witness.decides(game, state, seat, action)
            chosen = driver.choose(game, position, seat, game.notation(action))
            position = chosen.position
            if witness is not None:
                witness.happened(chosen.events)
    winners = ended.places.count(1)
    shares = tuple((place == 1) / winners for place in ended.places)
    return Played(task, shares, tuple(ended.scores), tuple(spent)), position.state
