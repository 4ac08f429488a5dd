"""How many public messages of the bot one person may cause in a server: the guard against floods.

Matches, boards that move, leaderboards, profiles and comparisons count. A turn, its board and
whatever else a running match posts does not: those who play wait for it. Beyond the limit nothing
is said in public, and the answer to the person is private.

It is counted in memory, because a restart that forgets it does no harm.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from bot.match.clock import Clock
from bot.match.errors import Refusal
from bot.match.holders import UserId
from bot.match.people.pings import DAY, HOUR, Allowance
from texts import mark

ALLOWED = (Allowance(40, 600), Allowance(120, HOUR), Allowance(400, DAY))
"""How many messages one person may cause in one server in so many seconds; all hold."""
OF_A_MATCH = 4
"""What a new match counts: its card, its thread, its first board and its end."""
REMEMBERED = 4096
"""How many pairs of person and server are remembered."""


class PostedOften(Refusal):
    """The user has caused as many public messages as they may; `at` is when they may again."""

    sentence = mark(
        "You've had a lot posted in this server just now. You can start or post something again "
        "<t:{at}:R>."
    )


class PublicMessages:
    """Counts the public messages that people cause."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._caused: OrderedDict[tuple[int, UserId], list[int]] = OrderedDict()
        """When each message was caused, by server and user; the latest to cause one is last."""

    def claim(self, guild: int, user: UserId, messages: int = 1) -> None:
        """Count these messages; raise PostedOften, and count nothing, if they are too many."""
        now = self._clock.now()
        longest = max(allowance.seconds for allowance in ALLOWED)
        known = self._caused.pop((guild, user), [])
        mine = [at for at in known if abs(now - at) < longest]
        self._caused[guild, user] = mine
        while len(self._caused) > REMEMBERED:
            self._caused.popitem(last=False)
        for allowance in ALLOWED:
            recent = sorted(at for at in mine if abs(now - at) < allowance.seconds)
            over = len(recent) + messages - allowance.pings
            if over > 0:
                raise PostedOften(at=recent[over - 1] + allowance.seconds)
        mine += [now] * messages

    @contextmanager
    def posting(self, guild: int, user: UserId, messages: int = 1) -> Iterator[None]:
        """Count these messages unless what is done meanwhile fails; raise PostedOften."""
        self.claim(guild, user, messages)
        try:
            yield
        except BaseException:
            times = self._caused.get((guild, user), [])
            del times[max(0, len(times) - messages) :]
            raise

    def allows(self, guild: int, user: UserId) -> bool:
        """Count one message; return False, and count nothing, if it is too many."""
        try:
            self.claim(guild, user)
        except PostedOften:
            return False
        return True
