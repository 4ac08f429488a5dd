"""Limits on how often a person can do something, over several lengths of time."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence

from bot.match.clock import Clock
from bot.match.people.pings import Allowance

REMEMBERED = 4096
"""How many people are remembered."""


class HowOften:
    """Counts causes by person. A cause counts once, so a double press does, too."""

    def __init__(self, clock: Clock, allowed: Sequence[Allowance]) -> None:
        self._clock = clock
        self._allowed = allowed
        self._done: OrderedDict[Hashable, dict[Hashable, int]] = OrderedDict()
        """When each cause was counted, by who did it; the latest to act is last."""

    def claim(self, who: Hashable, cause: Hashable) -> int | None:
        """Count a cause; return None, or when it may be done again, and then count nothing."""
        now = self._clock.now()
        longest = max(allowance.seconds for allowance in self._allowed)
        known = self._done.pop(who, {})
        mine = {one: at for one, at in known.items() if abs(now - at) < longest}
        self._done[who] = mine
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        if cause in mine:
            return None
        for allowance in self._allowed:
            recent = sorted(at for at in mine.values() if abs(now - at) < allowance.seconds)
            if len(recent) >= allowance.pings:
                return recent[-allowance.pings] + allowance.seconds
        mine[cause] = now
        return None

    def release(self, who: Hashable, cause: Hashable) -> None:
        """Stop counting a cause, because it came to nothing."""
        self._done.get(who, {}).pop(cause, None)
