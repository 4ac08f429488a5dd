"""Matches between computers, and what an arena wants to know of them."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, runtime_checkable

from bot.games import load_games
from engine.core import driver
from engine.core.capabilities import Turns
from engine.core.chance import SEED_BYTES, Stream
from engine.core.game import AnyGame
from engine.core.statistics import declared
from engine.core.types import Event, Level, Seat


@dataclass(frozen=True, slots=True)
class Task:
    """A match to be played: the same number and levels are the same match."""

    game: str
    number: int
    levels: tuple[Level, ...]
    """One a seat."""


@dataclass(slots=True)
class Turn:
    """What a seat could decide in a turn at any time, and what it decided; as tokens."""

    seat: Seat
    offered: set[str] = field(default_factory=set)
    chosen: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Record:
    """A match, for the questions of its own game."""

    end: Any
    """The last State."""
    events: Sequence[Event]
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a match."""

    task: Task
    wins: tuple[float, ...]
    """Each seat's share of the win."""
    points: tuple[int, ...]
    kinds: tuple[Mapping[str, int], ...]
    """Each seat's points by source, where the game counts them."""
    order: tuple[Seat, ...]
    """The seats in the order of their first decisions."""
    seconds: Mapping[Level, tuple[float, int]]
    """Time of the processor, and decisions."""
    noticed: Any
    """What the game's own questions keep of it; None of a game without any."""


@runtime_checkable
class OwnQuestions(Protocol):
    """What is asked of one game alone; a module of `bench.arena.games` has these functions."""

    def notice(self, game: AnyGame, record: Record) -> Any:
        """What is kept of a match."""

    def lines(self, game: AnyGame, played: Sequence[Played]) -> list[str]:
        """What all of them tell."""


def questions(game: str) -> OwnQuestions | None:
    """Those of this game; None if it has none."""
    name = f"bench.arena.games.{game.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    assert isinstance(module, OwnQuestions), f"{name} has notice and lines"
    return module


def play(task: Task) -> Played:
    """Play it to its end."""
    game = load_games().newest(task.game)
    stream = Stream(task.number.to_bytes(SEED_BYTES, "big"), "arena")
    position: driver.Position[Any] = driver.start(game, len(task.levels))
    events: list[Event] = []
    turns: dict[Any, Turn] = {}
    seconds = dict.fromkeys(Level, (0.0, 0))
    while (ended := game.outcome(position.state)) is None:
        for made in driver.advance(game, position, stream):
            position = made.position
            events += made.events
        for seat in sorted(game.to_act(position.state)):
            state, level = position.state, task.levels[seat]
            begun = time.process_time()
            token = game.notation(game.suggest(state, seat, level))
            spent, many = seconds[level]
            seconds[level] = spent + time.process_time() - begun, many + 1
            key = game.turn(state, seat) if isinstance(game, Turns) else len(events)
            turn = turns.setdefault((seat, key), Turn(seat))
            turn.offered.update(driver.legal_tokens(game, position, seat))
            turn.chosen.append(token)
            chosen = driver.choose(game, position, seat, token)
            position = chosen.position
            events += chosen.events
    winners = ended.places.count(1)
    own = questions(task.game)
    record = Record(position.state, events, tuple(turns.values()))
    return Played(
        task,
        tuple((place == 1) / winners for place in ended.places),
        tuple(ended.scores),
        _kinds(game, events, len(task.levels)),
        tuple(dict.fromkeys(turn.seat for turn in turns.values())),
        seconds,
        None if own is None else own.notice(game, record),
    )


def _kinds(game: AnyGame, events: Sequence[Event], seats: int) -> tuple[Mapping[str, int], ...]:
    found: tuple[dict[str, int], ...] = tuple({} for _ in range(seats))
    count = declared(game).count
    for event in events:
        for one in count(event):
            if one.round is not None:
                mine = found[one.seat]
                mine[one.name] = mine.get(one.name, 0) + one.amount
    return found
