"""How often somebody may share something with everybody in a channel."""

from bot.match.people.how_often import HowOften
from bot.match.people.pings import DAY, Allowance
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from texts import mark

ALLOWED = (Allowance(5, 600), Allowance(25, DAY))
"""How often one person may share in so many seconds; both hold."""


class SharedOften(Refusal):
    """The user has shared as much as they may; `at` is when they may again."""

    sentence = mark("You have shared a lot just now. You can share again <t:{at}:R>.")


class ShareLimit:
    """Counts what people share. A cause counts once, so a double press does, too."""

    def __init__(self, clock: Clock) -> None:
        self._shared = HowOften(clock, ALLOWED)

    def claim(self, user: UserId, cause: str) -> None:
        """Count it; raises SharedOften, and then counts nothing."""
        at = self._shared.claim(user, cause)
        if at is not None:
            raise SharedOften(at=at)

    def release(self, user: UserId, cause: str) -> None:
        """Stop counting it, because it could not be posted."""
        self._shared.release(user, cause)
