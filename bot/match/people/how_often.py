"""Limits on how often a person can do something, over several lengths of time."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence

from bot.match.people.pings import Allowance
from bot.match.values.times import Clock

REMEMBERED = 4096
"""How many people are remembered."""


class HowOften:
    """Counts causes by person. A cause counts once, so a double press does, too."""

    def __init__(self, clock: Clock, allowed: Sequence[Allowance]) -> None:
        self._clock = clock
        self._allowed = allowed
        self._done: OrderedDict[Hashable, dict[Hashable, tuple[int, int]]] = OrderedDict()
        """The time and the times it counts of each cause, by person; the latest to act is last."""

    def claim(self, who: Hashable, cause: Hashable, times: int = 1) -> int | None:
        """Count a cause so many times and return None.

        If that exceeds a limit, count nothing and return when it is possible again, in seconds
        since 1970.
        """
        now = self._clock.now()
        longest = max(allowance.seconds for allowance in self._allowed)
        known = self._done.pop(who, {})
        mine = {one: done for one, done in known.items() if abs(now - done[0]) < longest}
        self._done[who] = mine
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        if cause in mine:
            return None
        for allowance in self._allowed:
            recent = sorted(
                at
                for at, counted in mine.values()
                if abs(now - at) < allowance.seconds
                for _ in range(counted)
            )
            over = len(recent) + times - allowance.pings
            if over > 0:
                return recent[over - 1] + allowance.seconds
        mine[cause] = now, times
        return None

    def release(self, who: Hashable, cause: Hashable) -> None:
        """Stop counting a cause, because it came to nothing."""
        self._done.get(who, {}).pop(cause, None)
