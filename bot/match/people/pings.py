"""How many pings people may cause and get: the one place that decides it.

It is asked before each message that pings somebody because of what another person did: a
challenge, a rematch, a decline, a pause that is asked for. Beyond what is allowed the act counts
all the same, and nobody is pinged. Calls to a turn, what is told of somebody who is late, and
reminders are never asked about: nobody loses by a ping that did not come.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.clock import Clock
from bot.match.holders import UserId, is_person

HOUR, DAY = 3600, 24 * 3600

STANDS = 60
"""Seconds for which what somebody did must stand before a message tells the others, where it can
be taken back: a pause that is asked for, a decline, days off."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most so many pings within any stretch of so many seconds."""

    pings: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Allowed:
    """What is allowed over time; each of the allowances holds."""

    pair: tuple[Allowance, ...]
    """From one person to one other."""
    sender: tuple[Allowance, ...]
    """From one person to all others together."""
    receiver: tuple[Allowance, ...]
    """From all others together to one person."""


ALLOWED = Allowed(
    pair=(Allowance(3, HOUR), Allowance(10, DAY)),
    sender=(Allowance(12, HOUR), Allowance(40, DAY)),
    receiver=(Allowance(8, HOUR), Allowance(30, DAY)),
)
"""The numbers that docs/pace.md tells."""
RETRIED = 300
"""Seconds within which the same message, tried again, pings whom it was to ping at first."""
REMEMBERED = max(
    one.seconds for kind in (ALLOWED.pair, ALLOWED.sender, ALLOWED.receiver) for one in kind
)
"""Seconds for which a ping is remembered."""


@dataclass(frozen=True, slots=True)
class Ping:
    """One that was sent."""

    sender: UserId
    receiver: UserId
    at: int
    """Seconds since 1970."""


Decide = Callable[[Sequence[Ping]], Sequence[UserId]]
"""From the pings that are remembered of these people to those who may be pinged now."""


class PingStore(Protocol):
    """Where pings are remembered, by all processes together."""

    async def claim(
        self, cause: str, sender: UserId, receivers: Sequence[UserId], now: int, decide: Decide
    ) -> tuple[UserId, ...]:
        """Note the pings that `decide` allows, and give whom they go to, in one transaction.

        Where this cause was noted less than RETRIED seconds ago, those whom it pinged are given,
        and nothing is noted. Later it is decided again: its message may come only now.
        """


class PingBudget:
    """Says whom somebody's act may ping, and counts it."""

    def __init__(self, store: PingStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def claim(
        self, cause: str, sender: UserId, receivers: Iterable[UserId]
    ) -> tuple[UserId, ...]:
        """Those among the receivers whom `sender` may ping now, in their order; it is counted.

        `cause` names the message: tried again, it may ping the same people. Raises StoreTrouble.
        """
        people = tuple(user for user in dict.fromkeys(receivers) if is_person(user))
        if not people:
            return ()
        now = self._clock.now()
        return await self._store.claim(
            cause, sender, people, now, lambda past: allowed(past, sender, people, now)
        )


def allowed(
    past: Sequence[Ping], sender: UserId, receivers: Sequence[UserId], now: int
) -> tuple[UserId, ...]:
    """Those among the receivers whom `sender` may ping now, after these pings, in their order."""
    found: list[UserId] = []
    known = list(past)
    for receiver in receivers:
        pair = [one for one in known if (one.sender, one.receiver) == (sender, receiver)]
        mine = [one for one in known if one.sender == sender]
        theirs = [one for one in known if one.receiver == receiver]
        if (
            _room(pair, ALLOWED.pair, now)
            and _room(mine, ALLOWED.sender, now)
            and _room(theirs, ALLOWED.receiver, now)
        ):
            known.append(Ping(sender, receiver, now))
            found.append(receiver)
    return tuple(found)


def _room(pings: Sequence[Ping], allowances: Sequence[Allowance], now: int) -> bool:
    """Whether one more is allowed. What a clock that was ahead has noted counts like the rest."""
    return all(
        sum(abs(now - ping.at) < one.seconds for ping in pings) < one.pings for one in allowances
    )
