"""Limits on how often a user can act, share, or cause public messages.

The counts are only in memory, because losing them in a restart does no harm.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager

from bot.match.people.pings import Allowance
from bot.match.values.errors import Refusal, refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Clock

REMEMBERED = 4096


class RateLimit:
    """Counts each user's actions by their causes. Equal causes, such as those of a double press,
    count once.
    """

    def __init__(self, clock: Clock, allowed: Sequence[Allowance], exceeded: type[Refusal]) -> None:
        """`exceeded` is raised with the time `at` which the action is possible again."""
        self.clock = clock
        self._allowed = allowed
        self._exceeded = exceeded
        self._done: OrderedDict[Hashable, dict[Hashable, tuple[int, int]]] = OrderedDict()

    def claim(self, actor: Hashable, cause: Hashable, times: int = 1) -> None:
        """Count a cause `times` times. If that exceeds a limit, count nothing and raise the
        refusal.
        """
        now = self.clock.now()
        longest = max(seconds for _, seconds in self._allowed)
        counted_before = self._done.pop(actor, {})
        recent_causes = {
            key: done for key, done in counted_before.items() if abs(now - done[0]) < longest
        }
        self._done[actor] = recent_causes
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)
        if cause in recent_causes:
            return
        for most, seconds in self._allowed:
            recent = sorted(
                at
                for at, counted in recent_causes.values()
                if abs(now - at) < seconds
                for _ in range(counted)
            )
            over = len(recent) + times - most
            if over > 0:
                raise self._exceeded(at=recent[over - 1] + seconds)
        recent_causes[cause] = now, times

    def release(self, actor: Hashable, cause: Hashable) -> None:
        self._done.get(actor, {}).pop(cause, None)


SHARES = ((5, 600), (25, DAY))

# The user has shared too often, and can share again at `at`.
SharedOften = refusal(
    "SharedOften", "You have shared a lot just now. You can share again <t:{at}:R>."
)


def share_limit(clock: Clock) -> RateLimit:
    return RateLimit(clock, SHARES, SharedOften)


MESSAGES = ((40, 600), (120, HOUR), (400, DAY))
OF_A_MATCH = 4

# The user has caused too many public messages, and can cause more at `at`.
PostedOften = refusal(
    "PostedOften",
    "You've had a lot posted in this server just now. You can start or post something again "
    "<t:{at}:R>.",
)


class PublicMessages:
    """Limits the public messages that users cause. Turns and other posts of running matches don't
    count, because players wait for them.
    """

    def __init__(self, clock: Clock) -> None:
        self._caused = RateLimit(clock, MESSAGES, PostedOften)

    @contextmanager
    def posting(self, guild: int, user: UserId, messages: int = 1) -> Iterator[None]:
        """Count these messages, unless the body of the `with` statement fails.

        Raises PostedOften, and counts nothing, if they are too many.
        """
        actor, cause = (guild, user), object()
        self._caused.claim(actor, cause, messages)
        try:
            yield
        except BaseException:
            self._caused.release(actor, cause)
            raise

    def allows(self, guild: int, user: UserId) -> bool:
        try:
            self._caused.claim((guild, user), object())
        except PostedOften:
            return False
        return True


BURST = 10
PER_SECOND = 2.0


class CoolDown:
    """Detects users who act too fast, with a bucket of `burst` acts for each user, which refills by
    `per_second` acts a second. Full buckets are forgotten.
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
