"""``python -m bench.arena --balance GAME``: measures a game's balance in matches of equal
computers.

For each number of seats, report wins by order of the first decision and the sources of points, then
the game's own statistics from `bench/arena/games`.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, Protocol, TextIO, runtime_checkable

from bench.arena import tables
from bench.arena.matches import Task, games, play
from bench.arena.seen import PlayedMatch, Seen, Turn
from engine.core.game import AnyGame
from engine.core.types import Event, Seat

MATCHES = 40
"""Default number of matches for each number of seats."""


@runtime_checkable
class OwnQuestions(Protocol):
    """Statistics of a single game: the functions of its module in `bench.arena.games`."""

    def notice(self, game: AnyGame, record: PlayedMatch) -> Any:
        """Return the notes about one match."""

    def lines(self, game: AnyGame, played: Sequence[Seen]) -> list[str]:
        """Return the report on all notes."""


def questions(game: str) -> OwnQuestions | None:
    """Return the statistics of this game, or None if it has none."""
    name = f"bench.arena.games.{game.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    assert isinstance(module, OwnQuestions), f"{name} has notice and lines"
    return module


class _Notes:
    """A record of a match's turns and events."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.turns: dict[Any, Turn] = {}

    def decides(self, game: AnyGame, state: Any, seat: Seat, action: Any) -> None:
        key = game.turn(state, seat)
        turn = self.turns.setdefault((seat, key), Turn(seat))
        turn.offered.update(game.notation(legal) for legal in game.legal_actions(state, seat))
        turn.chosen.append(game.notation(action))

    def happened(self, events: Sequence[Event]) -> None:
        self.events += events


def watch(task: Task) -> Seen:
    """Play a match and return notes for the statistics."""
    notes = _Notes()
    played, end = play(task, notes)
    game = games().newest(task.game)
    turns = tuple(notes.turns.values())
    own = questions(task.game)
    return Seen(
        played,
        _kinds(game, notes.events, len(task.players)),
        tuple(dict.fromkeys(turn.seat for turn in turns)),
        None if own is None else own.notice(game, PlayedMatch(end, notes.events, turns)),
    )


def _kinds(game: AnyGame, events: Sequence[Event], seats: int) -> tuple[Mapping[str, int], ...]:
    kinds: tuple[dict[str, int], ...] = tuple({} for _ in range(seats))
    count = game.statistics.count
    for event in events:
        for points in count(event):
            if points.round is not None:
                mine = kinds[points.seat]
                mine[points.name] = mine.get(points.name, 0) + points.amount
    return kinds


def alike(game: str, seats: int, matches: int, name: str, first: int = 0) -> list[Task]:
    """Play and return matches with this player in every seat, numbered from `first`."""
    return [Task(game, first + number, (name,) * seats) for number in range(matches)]


def report(
    game: str, seats: Sequence[int], matches: int, name: str, first: int, processes: int, to: TextIO
) -> None:
    """Play the matches, and write each part of the report as soon as it is complete."""
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
