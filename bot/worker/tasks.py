"""All tasks of worker processes. Each process loads this module, so it imports only code that
computes: no Discord, database or pictures.

Each task is pickled and sent with the name of its game; its result comes back the same way.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from bot.worker.accuracy import judge
from bot.worker.timed import Timed
from engine.core import driver
from engine.core.accuracy import Weighed
from engine.core.advice import Advised, advise
from engine.core.chance import Stream
from engine.core.computers import decide
from engine.core.driver import Advance
from engine.core.game import AnyGame
from engine.core.opening import finished, opening
from engine.core.turning import TurningPoint, turning_points
from engine.core.turns import turns
from engine.core.types import Entry, Level, Seat

T = TypeVar("T")
SECONDS = 50.0
LEAST = 0.1


class Task(ABC, Generic[T]):
    __slots__ = ()
    late: ClassVar[float]
    """Seconds after which the process counts as lost, including the time to start one if none is
    idle.
    """

    @abstractmethod
    def run(self, game: AnyGame) -> T: ...

    @property
    def patience(self) -> float:
        return self.late

    def shared(self, crowd: float) -> Self:  # noqa: ARG002 - most tasks have a fixed time
        """Return the task to run if `crowd` tasks of this kind, including this one, compete for
        each process.
        """
        return self


class Search(Task[T]):
    """A Task that uses all of its time; `late` counts only the seconds after that."""

    __slots__ = ()
    seconds: float

    @property
    def patience(self) -> float:
        return self.seconds + self.late


@dataclass(frozen=True, slots=True)
class Decide(Search[str]):
    """Find the move of a computer that searches.

    The more such tasks wait, the shorter each search, so that the last one is not late.
    """

    late = 10.0
    state: Any
    seat: Seat
    seconds: float
    seed: int

    def run(self, game: AnyGame) -> str:
        thinking = Timed(self.seconds, self.seed)
        return game.notation(decide(game, self.state, self.seat, Level.KING, thinking))

    def shared(self, crowd: float) -> Self:
        least = min(LEAST, self.seconds)
        return replace(self, seconds=max(self.seconds / max(crowd, 1.0), least))


@dataclass(frozen=True, slots=True)
class Advise(Search[tuple[Advised, ...]]):
    late = 18.0
    state: Any
    seat: Seat
    commitment: str
    """Commitment of the match. It seeds the search, so the same position gets the same advice."""
    seconds: float = 2.0

    def run(self, game: AnyGame) -> tuple[Advised, ...]:
        return advise(game, self.state, self.seat, Timed(self.seconds, int(self.commitment, 16)))


@dataclass(frozen=True, slots=True)
class Weigh(Search[tuple[Weighed, ...]]):
    late = 40.0
    seats: int
    log: tuple[Entry, ...]
    commitment: str
    seconds: float = SECONDS

    def run(self, game: AnyGame) -> tuple[Weighed, ...]:
        advances = tuple(driver.replay(game, self.seats, self.log))
        return judge(game, self.seats, advances, self.commitment, self.seconds)


@dataclass(frozen=True, slots=True)
class FindTurningPoints(Task[tuple[TurningPoint, ...]]):
    late = 120.0
    seats: int
    log: tuple[Entry, ...]
    commitment: str

    def run(self, game: AnyGame) -> tuple[TurningPoint, ...]:
        advances = tuple(driver.replay(game, self.seats, self.log))
        return found_turning_points(game, self.seats, advances, self.commitment)


@dataclass(frozen=True, slots=True)
class PlayOpening(Task[tuple[Entry, ...]]):
    late = 180.0
    seed: bytes
    contribution: str

    def run(self, game: AnyGame) -> tuple[Entry, ...]:
        return tuple(
            advance.entry for advance in opening(game, Stream(self.seed, self.contribution))
        )


@dataclass(frozen=True, slots=True)
class PlayOn(Task[tuple[int, tuple[Entry, ...]]]):
    """Play a one-seat match to its end, at about a second a move; return its points and its log."""

    late = 180.0
    log: tuple[Entry, ...]
    seed: bytes
    contribution: str

    def run(self, game: AnyGame) -> tuple[int, tuple[Entry, ...]]:
        return finished(game, self.log, Stream(self.seed, self.contribution))


def found_turning_points(
    game: AnyGame, seats: int, advances: Sequence[Advance[Any]], commitment: str
) -> tuple[TurningPoint, ...]:
    """Return the turning points of a match; () if it was not played to its end."""
    if not advances or game.outcome(advances[-1].position.state) is None:
        return ()
    states = [driver.start(game, seats).state]
    states += [advances[turn.end - 1].position.state for turn in turns(game, seats, advances)]
    return turning_points(game, states, bytes.fromhex(commitment))
