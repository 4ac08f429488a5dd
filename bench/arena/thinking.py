"""What a computer that searches is given in the arena: looks or time, and luck of its own."""

import time
from dataclasses import dataclass

# Each has a generator of its own, made from a match's number and how far it is.
from random import Random  # noqa: TID251


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long a decision may be thought about. Looks play the same again, time only nearly."""

    seconds: float = 0.2
    """Time of the processor; of other processes it takes none."""
    looks: int | None = None
    """Instead of time: how often `more` says yes."""

    def thinking(self, *key: int) -> "Counted | Timed":
        """For one decision, begun now; the same key brings the same luck."""
        luck = Random("/".join(map(str, key)))  # noqa: S311 - nothing is kept secret by it
        if self.looks is not None:
            return Counted(luck, self.looks)
        return Timed(luck, time.process_time() + self.seconds)


USUAL = Allowance()
"""Where nothing else is asked for."""


class _Luck:
    def __init__(self, luck: Random) -> None:
        self.random = luck.random
        """See Thinking; bound directly, as searches ask it most."""


class Counted(_Luck):
    """A Thinking for so many looks."""

    def __init__(self, luck: Random, looks: int) -> None:
        super().__init__(luck)
        self._left = looks

    def more(self) -> bool:
        """See Thinking."""
        self._left -= 1
        return self._left >= 0


class Timed(_Luck):
    """A Thinking until this process has worked for so long."""

    def __init__(self, luck: Random, until: float) -> None:
        super().__init__(luck)
        self._until = until

    def more(self) -> bool:
        """See Thinking."""
        return time.process_time() < self._until
