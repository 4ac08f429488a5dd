"""Limits on how often a user can act, share, or cause public messages.

They are counted in memory, because a restart that forgets them does no harm.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager

from bot.match.people.pings import Allowance
from bot.match.values.errors import refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Clock

REMEMBERED = 4096


class HowOften:
    """Counts causes by user. A cause counts once, so a double press does, too."""

    def __init__(self, clock: Clock, allowed: Sequence[Allowance]) -> None:
        self._clock = clock
        self._allowed = allowed
        self._done: OrderedDict[Hashable, dict[Hashable, tuple[int, int]]] = OrderedDict()
        """Each cause's time and weight, by user; the latest to act is last."""

    def claim(self, who: Hashable, cause: Hashable, times: int = 1) -> int | None:
        """Count a cause `times` times, unless that exceeds a limit.

        Returns when it is possible again, in seconds since 1970, or None if it counts.
        """
        now = self._clock.now()
        longest = max(allowance.seconds for allowance in self._allowed)
        counted_before = self._done.pop(who, {})
        recent_causes = {
            key: done for key, done in counted_before.items() if abs(now - done[0]) < longest
        }
        self._done[who] = recent_causes
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        if cause in recent_causes:
            return None
        for allowance in self._allowed:
            recent = sorted(
                at
                for at, counted in recent_causes.values()
                if abs(now - at) < allowance.seconds
                for _ in range(counted)
            )
            over = len(recent) + times - allowance.pings
            if over > 0:
                return recent[over - 1] + allowance.seconds
        recent_causes[cause] = now, times
        return None

    def release(self, who: Hashable, cause: Hashable) -> None:
        self._done.get(who, {}).pop(cause, None)


SHARES = (Allowance(5, 600), Allowance(25, DAY))
"""Limits on one user's shares; both apply."""

# The user has shared too often, and can share again at `at`.
SharedOften = refusal(
    "SharedOften", "You have shared a lot just now. You can share again <t:{at}:R>."
)


class ShareLimit:
    def __init__(self, clock: Clock) -> None:
        self._shared = HowOften(clock, SHARES)

    def claim(self, user: UserId, cause: str) -> None:
        """Count a share; raise SharedOften, and then count nothing."""
        at = self._shared.claim(user, cause)
        if at is not None:
            raise SharedOften(at=at)

    def release(self, user: UserId, cause: str) -> None:
        self._shared.release(user, cause)


MESSAGES = (Allowance(40, 600), Allowance(120, HOUR), Allowance(400, DAY))
"""Limits on messages caused by one user in one server; all apply."""
OF_A_MATCH = 4
"""Messages of a new match: its card, its thread, its first board and its end."""

# The user has caused too many public messages, and can cause more at `at`.
PostedOften = refusal(
    "PostedOften",
    "You've had a lot posted in this server just now. You can start or post something again "
    "<t:{at}:R>.",
)


class PublicMessages:
    """Counts the public messages that users cause, but no turns and other posts of running matches,
    because players wait for them.
    """

    def __init__(self, clock: Clock) -> None:
        self._caused = HowOften(clock, MESSAGES)

    @contextmanager
    def posting(self, guild: int, user: UserId, messages: int = 1) -> Iterator[None]:
        """Count these messages, unless the work meanwhile fails.

        Raises PostedOften, and counts nothing, if they are too many.
        """
        who, cause = (guild, user), object()
        at = self._caused.claim(who, cause, messages)
        if at is not None:
            raise PostedOften(at=at)
        try:
            yield
        except BaseException:
            self._caused.release(who, cause)
            raise

    def allows(self, guild: int, user: UserId) -> bool:
        """Count one message; return False, and count nothing, if it is too many."""
        return self._caused.claim((guild, user), object()) is None


BURST = 10
"""The number of acts that a rested user can do immediately."""
PER_SECOND = 2.0
"""The number of further acts each second."""


class CoolDown:
    """Detects users who act too fast, with a bucket of `burst` acts each, which refills by
    `per_second`.

    Users who have not acted for long are forgotten; their bucket is full again by then.
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
        """Each user's acts left, and when they were counted; the latest to act is last."""

    def __len__(self) -> int:
        return len(self._left)

    def allow(self, user: UserId) -> bool:
        """Return whether the user can act now; a refused act costs nothing."""
        now = self._clock()
        left, at = self._left.pop(user, (self._burst, now))
        left = min(self._burst, left + max(0.0, now - at) * self._per_second)
        allowed = left >= 1
        self._left[user] = (left - 1 if allowed else left, now)
        if len(self._left) > self._remembered:
            self._left.popitem(last=False)
        return allowed
