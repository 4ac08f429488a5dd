"""Puzzles: a position of a match, one best move, and a tempting one that is clearly worse.

A Puzzle is a value. It has everything that solvers see, before and after their answer, so that
every process shows the same without another search. `puzzle_mining` makes them from
matches, and `puzzlefile` writes and reads them.

A Puzzle must not reveal anything: it has no seed, no commitment, no names, no number of a match and
no moves that were taken back. Its solution must not depend on the dice that really followed. So the
search that judged it rolled other dice, and its lines end before the next roll. Only if the
seat's own move causes a roll, such as sharing a beer, the line continues with a middling result,
an example.
"""

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.core import driver
from engine.core.driver import Position
from engine.core.game import AnyGame
from engine.core.types import Entry, Seat

NEAR = 0.5
"""Part of the tempting move's loss up to which a wrong move is a near miss."""
OFFERED = 5


class Tempted(Enum):
    """Why the tempting move tempts."""

    POPULAR = "popular"
    """Most quick computers, and the player who had this decision in the match, prefer it.
    """
    APPRENTICE = "apprentice"
    """The easiest computer player would play it."""


class Answer(Enum):
    RIGHT = "right"
    NEAR = "near"
    """Not the best move, but much better than the tempting one."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move and its value for the seat to act."""

    token: str
    share: float
    """Expected share of the win, 0..1; 0.5 in a Game for one seat."""
    points: float
    """Expected final lead over the best rival; in a Game for one seat, its points."""
    error: float
    """Standard error of `points`; 0 for exact values."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    game: str
    rules: int
    seats: int
    log: tuple[Entry, ...]
    """The match up to the decision, without moves that were taken back."""
    seat: Seat
    kind: str
    """One of the Game's `puzzle_kinds`."""
    rating: int
    """Estimated difficulty, 1000 (easy) to 2000 (hard), until solvers have shown it."""
    tempted: Tempted
    candidates: tuple[Candidate, ...]
    """All legal moves. First the right ones, then the others with the best first."""
    right: int
    """Number of right moves: 1, or more if the search can't tell moves apart, such as two equal
    dice.
    """
    tempting: Candidate
    effort: int
    """Samples of the search that gave the values."""
    best_line: tuple[Entry, ...]
    """The best move and a likely continuation, to be replayed after `log`."""
    tempting_line: tuple[Entry, ...]

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def key(self) -> str:
        """Return the name of the puzzle, 16 hex digits: equal positions have equal names."""
        moves = "\n".join(f"{entry.actor} {entry.token}" for entry in self.log)
        text = f"{self.game} {self.rules} {self.seats} {self.seat}\n{moves}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def lost(self, token: str) -> float:
        """Return how much a move gives away: a share of the win, or points in a Game for one seat.

        Raise KeyError if the move is not legal.
        """
        if any(candidate.token == token for candidate in self.candidates[: self.right]):
            return 0.0
        for candidate in self.candidates:
            if candidate.token == token:
                return worth(self.best, self.seats) - worth(candidate, self.seats)
        raise KeyError(token)

    def answer(self, token: str) -> Answer:
        """Return how good an answer is; raise KeyError if the move is not legal."""
        lost = self.lost(token)
        if any(candidate.token == token for candidate in self.candidates[: self.right]):
            return Answer.RIGHT
        near = NEAR * self.lost(self.tempting.token)
        return Answer.NEAR if lost <= near else Answer.WRONG

    def offered(self, most: int = OFFERED) -> tuple[Candidate, ...]:
        """Return the best move, the tempting one and the best others, in an order that says
        nothing about their values.

        Of several right moves only the first is offered.
        """
        others = [c for c in self.candidates[self.right :] if c != self.tempting]
        chosen = (self.best, self.tempting, *others)[:most]
        return tuple(sorted(chosen, key=lambda candidate: candidate.token))


def worth(candidate: Candidate, seats: int) -> float:
    """Return the share of the win, or the points in a Game for one seat."""
    return candidate.share if seats > 1 else candidate.points


def position(game: AnyGame, puzzle: Puzzle) -> Position[Any]:
    """Return the Position at the puzzle's decision; raise BadEntry."""
    at = driver.start(game, puzzle.seats)
    for advance in driver.replay(game, puzzle.seats, puzzle.log):
        at = advance.position
    return at
