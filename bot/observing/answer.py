"""An interaction, from its arrival to the end of its answer."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum


class AnswerOutcome(Enum):
    COUNTED = "counted"
    ANSWERED = "answered"
    """Answered; there was nothing to store."""
    REFUSED = "refused"
    FAILED = "failed"
    LATE = "late"
    """Discord no longer accepted an answer, or another delivery of the interaction was answered."""


@dataclass(eq=False, slots=True)
class MeasuredAnswer:
    """Measurements of an answer, in seconds since the arrival of its interaction; None until known.

    `committed` is the moment when the change was on disk, `shown` when the board showed it.
    """

    kind: str
    name: str
    """The command, or the family of the custom_id."""
    interaction: int
    server: int | None
    steady: Callable[[], float] = time.perf_counter
    match: int | None = None
    acknowledged: float | None = None
    """Discord got the first answer: from then on the user sees that the bot works."""
    committed: float | None = None
    shown: float | None = None
    ended: float | None = None
    outcome: AnswerOutcome = AnswerOutcome.ANSWERED
    reason: str | None = None
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self._began = self.steady()

    @property
    def age(self) -> float:
        return self.steady() - self._began

    def note_acknowledged(self) -> None:
        if self.acknowledged is None:
            self.acknowledged = self.age

    def note_committed(self) -> None:
        if self.committed is None:
            self.committed = self.age

    def note_shown(self) -> None:
        self.shown = self.age

    def end(self, outcome: AnswerOutcome, reason: str | None) -> None:
        self.ended, self.outcome, self.reason = self.age, outcome, reason


_current: ContextVar[MeasuredAnswer | None] = ContextVar("answer", default=None)


def current() -> MeasuredAnswer | None:
    return _current.get()


@contextmanager
def working_for(answer: MeasuredAnswer | None) -> Iterator[None]:
    token = _current.set(answer)
    try:
        yield
    finally:
        _current.reset(token)
