"""All tasks of worker processes. Each process loads this module, so it imports only code that
computes: no Discord, database or pictures.

Each task is pickled and sent with the name of its game; its result comes back the same way.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from bot.worker.accuracy import Clock, Judged, check, look_at
from bot.worker.timed import Timed
from engine.core import driver
from engine.core.accuracy import FreeDecision, Weighed, choices
from engine.core.advice import Advised, advise
from engine.core.chance import Stream
from engine.core.computers import decide
from engine.core.driver import Advance
from engine.core.game import AnyGame
from engine.core.opening import opening, play_to_end
from engine.core.puzzle_mining import candidates, mine_puzzle
from engine.core.puzzles import Puzzle
from engine.core.self_play import play_match
from engine.core.turning import TurningPoint, turning_points
from engine.core.turns import turns
from engine.core.types import Entry, Level, Seat

T = TypeVar("T")
LEAST = 0.1
HINT = 0.9
"""Seconds to search for a hint. Starting a process and the answer fit into the rest of 1.5."""
MINING = 2.0
"""Seconds of the processor after which a task that mines puzzles takes no further decision."""


class Task(ABC, Generic[T]):
    __slots__ = ()
    late: ClassVar[float]
    """Seconds after which the process counts as lost, including the time to start one if none is
    idle.
    """
    is_spare: ClassVar[bool] = False
    """Whether no player waits: the task starts when no other works or waits, and the pool ends its
    process as soon as another task comes.
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
    seconds: float = HINT

    def run(self, game: AnyGame) -> tuple[Advised, ...]:
        return advise(game, self.state, self.seat, Timed(self.seconds, int(self.commitment, 16)))


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match, of which tasks judge a few decisions each."""

    seats: int
    log: tuple[Entry, ...]
    commitment: str
    """Commitment of the match. It seeds the search."""

    def decisions(self, game: AnyGame) -> dict[int, FreeDecision]:
        """Return the decisions of the match by seq, cached because many tasks need them."""
        key = (game.info.name, game.info.rules, self)
        decisions = _decisions.pop(key, None)
        if decisions is None:
            advances = tuple(driver.replay(game, self.seats, self.log))
            found = choices(game, self.seats, advances)
            decisions = {decision.seq: decision for decision in found}
            while len(_decisions) >= KEPT:
                del _decisions[next(iter(_decisions))]
        _decisions[key] = decisions
        return decisions


KEPT = 4
"""Number of matches whose decisions a process keeps: as many as are judged at the same time."""
_decisions: dict[tuple[str, int, Played], dict[int, FreeDecision]] = {}


@dataclass(frozen=True, slots=True)
class FindDecisions(Task[tuple[int, ...]]):
    """Return the seqs of all decisions that had an alternative; () if the Game can't be
    searched.
    """

    late = 40.0
    match: Played

    def run(self, game: AnyGame) -> tuple[int, ...]:
        return tuple(self.match.decisions(game))


class Judge(Search[Judged]):
    """Judge a few decisions of a match; the time is that of the processor."""

    __slots__ = ()
    late = 40.0
    match: Played

    def run(self, game: AnyGame) -> Judged:
        return self.judged(game, time.process_time)

    @abstractmethod
    def judged(self, game: AnyGame, clock: Clock) -> Judged: ...

    def _seed(self) -> int:
        return int(self.match.commitment, 16)


@dataclass(frozen=True, slots=True)
class SearchDecisions(Judge):
    match: Played
    seqs: tuple[int, ...]
    share: float
    """Seconds for each."""
    again: bool = False
    """Whether to use other luck than the first look did."""

    @property
    def seconds(self) -> float:  # type: ignore[override]
        return self.share * len(self.seqs)

    def judged(self, game: AnyGame, clock: Clock) -> Judged:
        decisions = self.match.decisions(game)
        chosen = [decisions[seq] for seq in self.seqs]
        return look_at(game, chosen, self.share, self._seed() + self.again, clock)


@dataclass(frozen=True, slots=True)
class CheckLosses(Judge):
    match: Played
    losses: tuple[Weighed, ...]
    share: float
    """Seconds for each."""

    @property
    def seconds(self) -> float:  # type: ignore[override]
        return self.share * len(self.losses)

    def judged(self, game: AnyGame, clock: Clock) -> Judged:
        decisions = self.match.decisions(game)
        losses = [(decisions[loss.seq], loss) for loss in self.losses]
        return check(game, losses, self.share, self._seed(), clock)


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
        return play_to_end(game, self.log, Stream(self.seed, self.contribution))


Mined = tuple[tuple[Puzzle, ...], int | None]
"""Puzzles, and the number of the first decision that is left, if any."""


@dataclass(frozen=True, slots=True)
class Mine(Task[Mined]):
    """Look for puzzles in a finished match, from decision number `first` on.

    It ends with the decision during which MINING seconds of the processor are over. One decision
    takes up to ten.
    """

    late = 120.0
    is_spare = True
    seats: int
    log: tuple[Entry, ...]
    first: int = 0

    def run(self, game: AnyGame) -> Mined:
        began = time.process_time()
        puzzles: list[Puzzle] = []
        for number, place in enumerate(candidates(game, self.seats, self.log)):
            if number < self.first:
                continue
            if number > self.first and time.process_time() - began >= MINING:
                return tuple(puzzles), number
            found = mine_puzzle(game, place)
            if isinstance(found, Puzzle):
                puzzles.append(found)
        return tuple(puzzles), None


@dataclass(frozen=True, slots=True)
class PlayForPuzzles(Task[tuple[Entry, ...]]):
    """Play a match between computers; return its log."""

    late = 60.0
    is_spare = True
    seats: int
    seed: bytes

    def run(self, game: AnyGame) -> tuple[Entry, ...]:
        return play_match(game, self.seats, self.seed)


def found_turning_points(
    game: AnyGame, seats: int, advances: Sequence[Advance[Any]], commitment: str
) -> tuple[TurningPoint, ...]:
    """Return the turning points of a match; () if it was not played to its end."""
    if not advances or game.outcome(advances[-1].position.state) is None:
        return ()
    states = [driver.start(game, seats).state]
    states += [advances[turn.stop - 1].position.state for turn in turns(game, seats, advances)]
    return turning_points(game, states, bytes.fromhex(commitment))
