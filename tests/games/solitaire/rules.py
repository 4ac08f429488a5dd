"""The rules of Solitaire."""

import re
from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev

from engine.core.errors import BadToken
from engine.core.game import Game
from engine.core.thinking import AccuracyScale, Assessed, Thinking
from engine.core.types import (
    Ending,
    Event,
    GameInfo,
    Level,
    Outcome,
    Seat,
    Step,
)

NUMBERS = range(1, 10)
FACES = 6
OPENED = 2
"""Number of closings by the house in the form with an opening."""


@dataclass(frozen=True, slots=True)
class Rolling:
    pass


@dataclass(frozen=True, slots=True)
class Closing:
    """A sum that is left to close."""

    left: int


@dataclass(frozen=True, slots=True)
class Over:
    pass


@dataclass(frozen=True, slots=True)
class State:
    stage: Rolling | Closing | Over = Rolling()
    open: tuple[int, ...] = tuple(NUMBERS)
    """In ascending order."""

    @property
    def points(self) -> int:
        """The sum of the closed numbers."""
        return sum(NUMBERS) - sum(self.open)


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    faces: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Close:
    number: int


@dataclass(frozen=True, slots=True)
class Solitaire(Game[State, Close, State]):
    """The rules; they have no numbers that could vary."""

    @property
    def info(self) -> GameInfo:
        return GameInfo("solitaire", 1, range(1, 2))

    def new(self, seats: int) -> State:  # noqa: ARG002 - there is one
        return State()

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({0}) if isinstance(state.stage, Closing) else frozenset()

    def legal_actions(self, state: State, seat: Seat) -> tuple[Close, ...]:
        """Return each open number that leaves a sum which can be closed."""
        if not isinstance(state.stage, Closing) or seat != 0:
            return ()
        left = state.stage.left
        return tuple(
            Close(number)
            for number in state.open
            if _sums(left - number, tuple(other for other in state.open if other != number))
        )

    def sealed(self, state: State) -> bool:  # noqa: ARG002
        return False

    def apply(self, state: State, seat: Seat, action: Close) -> Step[State]:  # noqa: ARG002
        """Close the number; the dice roll again after the whole sum."""
        assert isinstance(state.stage, Closing), "only legal Actions are applied"
        left = state.stage.left - action.number
        still = tuple(number for number in state.open if number != action.number)
        if left:
            return Step(State(Closing(left), still))
        return Step(State(Rolling() if still else Over(), still))

    def undoable(self, before: State, action: Close, after: State) -> bool:  # noqa: ARG002
        return isinstance(after.stage, Closing)

    def house_move(self, state: State, kind: int) -> Close | None:  # noqa: ARG002
        """Return the house's move until two numbers are closed."""
        return self.suggest(state, 0) if len(NUMBERS) - len(state.open) < OPENED else None

    def is_fair_opening(self, state: State) -> bool:  # noqa: ARG002
        return True

    def turn(self, state: State, actor: Seat | None) -> Hashable:
        """Return a turn for each decision and the roll after it."""
        return len(state.open) - (actor is not None)

    def chance(self, state: State) -> tuple[int, ...] | None:
        return (FACES, FACES) if isinstance(state.stage, Rolling) else None

    def resolve(self, state: State, drawn: tuple[int, ...]) -> Step[State]:
        """Resolve a roll; one that can't be closed ends the match."""
        first, second = (number + 1 for number in drawn)
        roll = first + second
        stage = Closing(roll) if _sums(roll, state.open) else Over()
        return Step(replace(state, stage=stage), (Rolled((first, second)),))

    def canonical(self, state: State) -> str:
        return repr(state)

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.stage, Over):
            return None
        return Outcome(Ending.POINTS, (state.points,), (1,))

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.points,)

    def observe(self, state: State) -> State:
        return state

    def notation(self, action: Close) -> str:
        return f"close {action.number}"

    def chance_notation(self, state: State, drawn: tuple[int, ...]) -> str:  # noqa: ARG002
        return f"roll {drawn[0] + 1} {drawn[1] + 1}"

    def read_chance(self, state: State, token: str) -> tuple[int, ...]:  # noqa: ARG002
        numbers = re.fullmatch(r"roll ([1-6]) ([1-6])", token)
        if numbers is None:
            raise BadToken("expected 'roll' and two faces from 1 to 6 here")
        return (int(numbers[1]) - 1, int(numbers[2]) - 1)

    def summary(self, seen: State) -> dict[str, object]:
        left = seen.stage.left if isinstance(seen.stage, Closing) else 0
        return {"open": list(seen.open), "left": left, "points": seen.points}

    def suggest(self, state: State, seat: Seat, level: Level = Level.FOREMAN) -> Close:
        return self.legal_actions(state, seat)[0 if level is Level.APPRENTICE else -1]

    @property
    def accuracy_scale(self) -> AccuracyScale:
        return AccuracyScale()

    def assess(self, state: State, seat: Seat, thinking: Thinking) -> tuple[Assessed[Close], ...]:
        """Rate Actions by playing on with the highest numbers, at least twice each."""
        legal = self.legal_actions(state, seat)
        points: dict[Close, list[int]] = {action: [] for action in legal}
        while len(points[legal[-1]]) < 2 or thinking.more():
            for action, ends in points.items():
                ends.append(self._played_on(self.apply(state, seat, action).state, thinking))
        assessments = [
            Assessed(action, 0.5, fmean(ends), stdev(ends) / sqrt(len(ends)))
            for action, ends in points.items()
        ]
        return tuple(sorted(assessments, key=lambda assessment: -assessment.points))

    def _played_on(self, state: State, thinking: Thinking) -> int:
        while not isinstance(state.stage, Over):
            if isinstance(state.stage, Rolling):
                faces = (int(FACES * thinking.random()), int(FACES * thinking.random()))
                state = self.resolve(state, faces).state
            else:
                state = self.apply(state, 0, self.suggest(state, 0)).state
        return state.points


def _sums(total: int, numbers: tuple[int, ...]) -> bool:
    """Return whether some of these different numbers have that sum; no numbers have the sum 0."""
    if total <= 0 or not numbers:
        return total == 0
    return _sums(total - numbers[0], numbers[1:]) or _sums(total, numbers[1:])
