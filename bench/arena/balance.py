"""``python -m bench.arena --balance GAME``: whether a game is balanced, as far as computers tell.

For each number of seats: who wins where all play alike, by who decides first, and where the points
come from. Then what the game's own module in `bench/arena/games` asks.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, Protocol, TextIO, runtime_checkable

from bench.arena import tables
from bench.arena.matches import Task, games, play
from bench.arena.seen import Record, Seen, Turn
from engine.core.capabilities import Turns
from engine.core.game import AnyGame
from engine.core.statistics import declared
from engine.core.types import Event, Seat

MATCHES = 40
"""For each number of seats, unless another number is asked for."""


@runtime_checkable
class OwnQuestions(Protocol):
    """What is asked of one game alone; a module of `bench.arena.games` has these functions."""

    def notice(self, game: AnyGame, record: Record) -> Any:
        """What is kept of a match."""

    def lines(self, game: AnyGame, played: Sequence[Seen]) -> list[str]:
        """What all of them tell."""


def questions(game: str) -> OwnQuestions | None:
    """Those of this game; None if it has none."""
    name = f"bench.arena.games.{game.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    assert isinstance(module, OwnQuestions), f"{name} has notice and lines"
    return module


class _Notes:
    """Keeps turns and events of a match."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.turns: dict[Any, Turn] = {}

    def decides(self, game: AnyGame, state: Any, seat: Seat, action: Any) -> None:
        key = game.turn(state, seat) if isinstance(game, Turns) else len(self.events)
        turn = self.turns.setdefault((seat, key), Turn(seat))
        turn.offered.update(game.notation(legal) for legal in game.legal_actions(state, seat))
        turn.chosen.append(game.notation(action))

    def happened(self, events: Sequence[Event]) -> None:
        self.events += events


def watch(task: Task) -> Seen:
    """Play a match and keep what is asked about it."""
    notes = _Notes()
    played, end = play(task, notes)
    game = games().newest(task.game)
    turns = tuple(notes.turns.values())
    own = questions(task.game)
    return Seen(
        played,
        _kinds(game, notes.events, len(task.players)),
        tuple(dict.fromkeys(turn.seat for turn in turns)),
        None if own is None else own.notice(game, Record(end, notes.events, turns)),
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


def alike(game: str, seats: int, matches: int, name: str, first: int = 0) -> list[Task]:
    """Matches in which this player has every seat, from the one of that number on."""
    return [Task(game, first + number, (name,) * seats) for number in range(matches)]


def report(
    game: str, seats: Sequence[int], matches: int, name: str, first: int, processes: int, to: TextIO
) -> None:
    """Play, and write each part of the answer as soon as it is known."""
    every: list[Seen] = []
    write = partial(_write, to)
    with get_context("forkserver").Pool(processes) as pool:
        for many in seats:
            seen = pool.map(watch, alike(game, many, matches, name, first), chunksize=1)
            every += seen
            order = tables.order(seen) if many > 1 else []
            write(f"{many} at the table", [*order, *tables.sources(seen)])
    own = questions(game)
    if own is not None:
        write(f"What is asked of {game} alone", own.lines(games().newest(game), every))


def _write(to: TextIO, title: str, lines: Sequence[str]) -> None:
    to.write("\n".join([f"\n{title}", *lines]) + "\n")
    to.flush()
