"""One interaction, from its arrival to the end of its answer."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum


class Outcome(Enum):
    """How an answer ended."""

    COUNTED = "counted"
    """Something was changed by it."""
    ANSWERED = "answered"
    """It was answered, and there was nothing to change."""
    REFUSED = "refused"
    """Nothing changed, as a rule or a setting stands against it."""
    FAILED = "failed"
    """Nothing changed, or nobody knows: the database, Discord or the bot failed."""
    LATE = "late"
    """Discord took no answer any more, or another delivery of the interaction was answered."""


@dataclass(eq=False, slots=True)
class Answer:
    """What is measured of it. Times are in seconds since its arrival, None until then."""

    kind: str
    """`command`, `button`, `menu` or `form`."""
    name: str
    """The command, or the family of the custom_id."""
    interaction: int
    server: int | None
    steady: Callable[[], float] = time.perf_counter
    """A monotonic clock."""
    match: int | None = None
    """The match it is about, once that is known."""
    acknowledged: float | None = None
    """When Discord had the first answer: from then on its user sees that the bot works."""
    committed: float | None = None
    """When what it asked for was on disk."""
    shown: float | None = None
    """When everybody could see that on the board."""
    ended: float | None = None
    outcome: Outcome = Outcome.ANSWERED
    reason: str | None = None
    """The refusal or the error."""
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self._began = self.steady()

    @property
    def age(self) -> float:
        """Seconds since its arrival."""
        return self.steady() - self._began

    def note_acknowledged(self) -> None:
        """Discord has the first answer."""
        if self.acknowledged is None:
            self.acknowledged = self.age

    def note_committed(self) -> None:
        """It has counted."""
        if self.committed is None:
            self.committed = self.age

    def note_shown(self) -> None:
        """The board shows it."""
        self.shown = self.age

    def end(self, outcome: Outcome, reason: str | None) -> None:
        """It is given."""
        self.ended, self.outcome, self.reason = self.age, outcome, reason


_current: ContextVar[Answer | None] = ContextVar("answer", default=None)


def current() -> Answer | None:
    """The answer that this task works for; None in background tasks."""
    return _current.get()


@contextmanager
def working_for(answer: Answer | None) -> Iterator[None]:
    """Let `current` give this one meanwhile; None: what is done belongs to no answer."""
    token = _current.set(answer)
    try:
        yield
    finally:
        _current.reset(token)
