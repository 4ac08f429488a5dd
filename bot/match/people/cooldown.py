"""A cooldown for each user, far above what a turn needs."""

import time
from collections import OrderedDict
from collections.abc import Callable

from bot.match.values.players import UserId

BURST = 10
"""How many acts a rested user may do at once."""
PER_SECOND = 2.0
"""How many more may follow each second."""
REMEMBERED = 4096
"""How many users are remembered."""


class CoolDown:
    """Says who acts too fast. An act is a press, a form or a command.

    Each user has a bucket of `burst` acts, which refills by `per_second`. Users who have not acted
    for long are forgotten; their bucket is full again by then.
    """

    def __init__(
        self,
        burst: float = BURST,
        per_second: float = PER_SECOND,
        clock: Callable[[], float] = time.monotonic,
        remembered: int = REMEMBERED,
    ) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._remembered = remembered
        self._left: OrderedDict[UserId, tuple[float, float]] = OrderedDict()
        """Each user's acts left, and when that was counted; the latest to act is last."""

    def __len__(self) -> int:
        return len(self._left)

    def allow(self, user: UserId) -> bool:
        """Whether the user may act now; a refused act costs nothing."""
        now = self._clock()
        left, at = self._left.pop(user, (self._burst, now))
        left = min(self._burst, left + max(0.0, now - at) * self._per_second)
        allowed = left >= 1
        self._left[user] = (left - 1 if allowed else left, now)
        if len(self._left) > self._remembered:
            self._left.popitem(last=False)
        return allowed
