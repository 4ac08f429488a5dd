"""How often somebody may share something with everybody in a channel."""

from collections import OrderedDict

from bot.match.clock import Clock
from bot.match.errors import Refusal
from bot.match.holders import UserId
from bot.match.people.pings import DAY, Allowance
from texts import mark

ALLOWED = (Allowance(5, 600), Allowance(25, DAY))
"""How often one person may share in so many seconds; both hold."""
REMEMBERED = 4096
"""How many people are remembered."""


class SharedOften(Refusal):
    """The user has shared as much as they may; `at` is when they may again."""

    sentence = mark("You have shared a lot just now. You can share again <t:{at}:R>.")


class ShareLimit:
    """Counts what people share. A cause counts once, so a double press does, too."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shared: OrderedDict[UserId, dict[str, int]] = OrderedDict()
        """When each cause was shared, by user; the latest to share is last."""

    def claim(self, user: UserId, cause: str) -> None:
        """Count it; raises SharedOften, and then counts nothing."""
        now = self._clock.now()
        longest = max(allowance.seconds for allowance in ALLOWED)
        known = self._shared.pop(user, {})
        mine = {one: at for one, at in known.items() if abs(now - at) < longest}
        self._shared[user] = mine
        while len(self._shared) > REMEMBERED:
            self._shared.popitem(last=False)
        if cause in mine:
            return
        for allowance in ALLOWED:
            recent = sorted(at for at in mine.values() if abs(now - at) < allowance.seconds)
            if len(recent) >= allowance.pings:
                raise SharedOften(at=recent[-allowance.pings] + allowance.seconds)
        mine[cause] = now

    def release(self, user: UserId, cause: str) -> None:
        """Stop counting it, because it could not be posted."""
        self._shared.get(user, {}).pop(cause, None)
