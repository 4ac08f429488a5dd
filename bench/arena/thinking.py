"""The budget of a searching computer in the arena: samples or time, and a random stream of
its own.
"""

import time
from dataclasses import dataclass

# Each decision has its own generator, seeded by the number of the match and the decision.
from random import Random  # noqa: TID251


@dataclass(frozen=True, slots=True)
class Allowance:
    """The budget of one decision. A number of samples is exactly repeatable, a time only nearly."""

    seconds: float = 0.2
    """Processor time of this process."""
    looks: int | None = None
    """Number of times that `more` returns True, instead of a time."""

    def thinking(self, *key: int) -> "Counted | Timed":
        """Return the Thinking for one decision that starts now. Equal keys get equal random
        numbers.
        """
        luck = Random("/".join(map(str, key)))  # noqa: S311 - nothing is kept secret by it
        if self.looks is not None:
            return Counted(luck, self.looks)
        return Timed(luck, time.process_time() + self.seconds)


USUAL = Allowance()
"""The default budget."""


class _Luck:
    def __init__(self, luck: Random) -> None:
        self.random = luck.random
        """See Thinking; bound directly because searches call it most."""


class Counted(_Luck):
    """A Thinking for `n` looks."""

    def __init__(self, luck: Random, looks: int) -> None:
        super().__init__(luck)
        self._left = looks

    def more(self) -> bool:
        """See Thinking."""
        self._left -= 1
        return self._left >= 0


class Timed(_Luck):
    """A Thinking that ends when this process has used its time."""

    def __init__(self, luck: Random, until: float) -> None:
        super().__init__(luck)
        self._until = until

    def more(self) -> bool:
        """See Thinking."""
        return time.process_time() < self._until
