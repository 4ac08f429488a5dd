"""Limits on how often a person can do something: sharing, causing public messages, acting at all.

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


SHARES = (Allowance(5, 600), Allowance(25, DAY))
"""How often one person may share in so many seconds; both hold."""

# The user has shared as much as they may; `at` is when they may again.
SharedOften = refusal(
    "SharedOften", "You have shared a lot just now. You can share again <t:{at}:R>."
)


class ShareLimit:
    """Counts what people share. A cause counts once, so a double press does, too."""

    def __init__(self, clock: Clock) -> None:
        self._shared = HowOften(clock, SHARES)

    def claim(self, user: UserId, cause: str) -> None:
        """Count it; raises SharedOften, and then counts nothing."""
        at = self._shared.claim(user, cause)
        if at is not None:
            raise SharedOften(at=at)

    def release(self, user: UserId, cause: str) -> None:
        """Stop counting it, because it could not be posted."""
        self._shared.release(user, cause)


MESSAGES = (Allowance(40, 600), Allowance(120, HOUR), Allowance(400, DAY))
"""How many messages one person may cause in one server in so many seconds; all hold."""
OF_A_MATCH = 4
"""What a new match counts: its card, its thread, its first board and its end."""

# The user has caused as many public messages as they may; `at` is when they may again.
PostedOften = refusal(
    "PostedOften",
    "You've had a lot posted in this server just now. You can start or post something again "
    "<t:{at}:R>.",
)


class PublicMessages:
    """Counts the public messages that people cause.

    Matches, boards that move, leaderboards, profiles and comparisons count. Turns and other posts
    of running matches don't, because players wait for them. Beyond the limit the bot posts nothing
    and answers in private.
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
"""How many acts a rested user may do at once."""
PER_SECOND = 2.0
"""How many more may follow each second."""


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
