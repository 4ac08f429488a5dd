"""The rules of Solitaire."""

import re
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev

from engine.core.errors import BadToken
from engine.core.thinking import Assessed, Thinking
from engine.core.types import (
    ChanceRequest,
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
"""How many numbers the house closes in the form with an opening."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """The dice roll (chance)."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Numbers of this sum are still to be closed."""

    left: int


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more can be closed."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything true now; nothing is hidden."""

    stage: Rolling | Closing | Over = Rolling()
    open: tuple[int, ...] = tuple(NUMBERS)
    """In ascending order."""

    @property
    def points(self) -> int:
        """The sum of the closed numbers."""
        return sum(NUMBERS) - sum(self.open)


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """The dice show this."""

    faces: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Close:
    """Close an open number."""

    number: int


@dataclass(frozen=True, slots=True)
class Solitaire:
    """The rules; they have no numbers of their own to vary."""

    @property
    def info(self) -> GameInfo:
        """Played alone."""
        return GameInfo("solitaire", 1, range(1, 2), hidden=False)

    def new(self, seats: int) -> State:  # noqa: ARG002 - there is one
        """All is open."""
        return State()

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seat, once the dice have rolled."""
        return frozenset({0}) if isinstance(state.stage, Closing) else frozenset()

    def legal_actions(self, state: State, seat: Seat) -> tuple[Close, ...]:
        """Each open number after which the rest of the roll can be closed, too."""
        if not isinstance(state.stage, Closing) or seat != 0:
            return ()
        left = state.stage.left
        return tuple(
            Close(number)
            for number in state.open
            if _sums(left - number, tuple(other for other in state.open if other != number))
        )

    def sealed(self, state: State) -> bool:  # noqa: ARG002
        """There is nobody else."""
        return False

    def apply(self, state: State, seat: Seat, action: Close) -> Step[State]:  # noqa: ARG002
        """The number is closed; the dice roll again once the whole roll is."""
        assert isinstance(state.stage, Closing), "only legal Actions are applied"
        left = state.stage.left - action.number
        still = tuple(number for number in state.open if number != action.number)
        if left:
            return Step(State(Closing(left), still))
        return Step(State(Rolling() if still else Over(), still))

    def undoable(self, before: State, action: Close, after: State) -> bool:  # noqa: ARG002
        """Until the dice roll again."""
        return isinstance(after.stage, Closing)

    def in_opening(self, state: State) -> bool:
        """Until two numbers are closed."""
        return len(NUMBERS) - len(state.open) < OPENED

    def chance(self, state: State) -> ChanceRequest | None:
        """Two dice."""
        return ChanceRequest((FACES, FACES)) if isinstance(state.stage, Rolling) else None

    def resolve(self, state: State, drawn: tuple[int, ...]) -> Step[State]:
        """A roll that can't be closed ends the match."""
        first, second = (number + 1 for number in drawn)
        roll = first + second
        stage = Closing(roll) if _sums(roll, state.open) else Over()
        return Step(replace(state, stage=stage), (Rolled((first, second)),))

    def outcome(self, state: State) -> Outcome | None:
        """The points; there is only one place."""
        if not isinstance(state.stage, Over):
            return None
        return Outcome(Ending.POINTS, (state.points,), (1,))

    def scores(self, state: State) -> tuple[int, ...]:
        """The sum of the closed numbers."""
        return (state.points,)

    def observe(self, state: State, viewer: Seat | None) -> State:  # noqa: ARG002
        """Everything."""
        return state

    def notation(self, action: Close) -> str:
        """``close 7``."""
        return f"close {action.number}"

    def chance_notation(self, state: State, drawn: tuple[int, ...]) -> str:  # noqa: ARG002
        """``roll 3 4``."""
        return f"roll {drawn[0] + 1} {drawn[1] + 1}"

    def read_chance(self, state: State, token: str) -> tuple[int, ...]:  # noqa: ARG002
        """The numbers behind ``roll 3 4``."""
        found = re.fullmatch(r"roll ([1-6]) ([1-6])", token)
        if found is None:
            raise BadToken("'roll' and two faces from 1 to 6 are due here")
        return (int(found[1]) - 1, int(found[2]) - 1)

    def summary(self, seen: State) -> dict[str, object]:
        """What is open, and what of the roll is left."""
        left = seen.stage.left if isinstance(seen.stage, Closing) else 0
        return {"open": list(seen.open), "left": left, "points": seen.points}

    def suggest(self, state: State, seat: Seat, level: Level = Level.FOREMAN) -> Close:
        """The highest number; easily the lowest."""
        return self.legal_actions(state, seat)[0 if level is Level.APPRENTICE else -1]

    def assess(self, state: State, seat: Seat, thinking: Thinking) -> tuple[Assessed[Close], ...]:
        """By playing on with the highest numbers, at least twice each."""
        legal = self.legal_actions(state, seat)
        points: dict[Close, list[int]] = {action: [] for action in legal}
        while len(points[legal[-1]]) < 2 or thinking.more():
            for action, ends in points.items():
                ends.append(self._played_on(self.apply(state, seat, action).state, thinking))
        found = [
            Assessed(action, 0.5, fmean(ends), stdev(ends) / sqrt(len(ends)))
            for action, ends in points.items()
        ]
        return tuple(sorted(found, key=lambda one: -one.points))

    def _played_on(self, state: State, thinking: Thinking) -> int:
        """The points in the end, with luck from outside."""
        while not isinstance(state.stage, Over):
            if isinstance(state.stage, Rolling):
                drawn = (int(FACES * thinking.random()), int(FACES * thinking.random()))
                state = self.resolve(state, drawn).state
            else:
                state = self.apply(state, 0, self.suggest(state, 0)).state
        return state.points


def _sums(wanted: int, numbers: tuple[int, ...]) -> bool:
    """Whether some of these different numbers have that sum; none have 0."""
    if wanted <= 0 or not numbers:
        return wanted == 0
    return _sums(wanted - numbers[0], numbers[1:]) or _sums(wanted, numbers[1:])
