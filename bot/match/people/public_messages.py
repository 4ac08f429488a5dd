"""Limits the public messages of the bot that one person can cause in a server.

Matches, boards that move, leaderboards, profiles and comparisons count. Turns and other posts of
running matches don't, because players wait for them. Beyond the limit the bot posts nothing and
answers in private.

It is counted in memory, because a restart that forgets it does no harm.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.match.people.how_often import HowOften
from bot.match.people.pings import DAY, HOUR, Allowance
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from texts import mark

ALLOWED = (Allowance(40, 600), Allowance(120, HOUR), Allowance(400, DAY))
"""How many messages one person may cause in one server in so many seconds; all hold."""
OF_A_MATCH = 4
"""What a new match counts: its card, its thread, its first board and its end."""


class PostedOften(Refusal):
    """The user has caused as many public messages as they may; `at` is when they may again."""

    sentence = mark(
        "You've had a lot posted in this server just now. You can start or post something again "
        "<t:{at}:R>."
    )


class PublicMessages:
    """Counts the public messages that people cause."""

    def __init__(self, clock: Clock) -> None:
        self._caused = HowOften(clock, ALLOWED)

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
