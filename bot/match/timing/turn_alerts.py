"""Since when people know that a match waits for them: their clocks run only then.

A board calls those who must act. The clock of each of them begins when that board is posted where
they can see it, and stands still while they can't: while a channel is hidden from them, after they
have left the server, or while nobody can tell. Who can see a place is asked of Discord again and
again (`Visibility`), and always before somebody becomes late.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.records import Status
from bot.match.timing.pace import DAY, HOUR, MINUTE, Pace
from bot.match.timing.spans import Span

AT_ONCE = 30
"""Seconds after a post within which a first look tells what was true when it was posted."""
LONGEST = 3 * HOUR
"""At most so many seconds between two looks at somebody who can see the place."""
LOOKS = 8
"""So many looks, at least, while the whole time of a turn runs down."""
GONE_FOR = 3 * DAY
"""Seconds for which the clock of somebody stands still who has left the server; then it goes on, so
that those who stay are not kept waiting for ever."""
AGAIN = 15 * MINUTE
"""At most so many seconds between two looks at somebody who can't, or of whom nobody can tell."""


class Sees(Enum):
    """Whether somebody can see and use a place."""

    YES = "yes"
    NO = "no"
    """They are in the server, but the place is hidden from them or closed to them."""
    GONE = "gone"
    """They are not in the server."""
    CLOSED = "closed"
    """Nobody can use the place now: it is locked, or the bot itself can't see it."""
    UNKNOWN = "unknown"
    """Discord does not say now."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What Discord says of somebody and a place."""

    sees: Sees
    joined: int = 0
    """When they joined the server, in seconds since 1970; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class TurnAlert:
    """That somebody was called to a turn; all times in seconds since 1970."""

    user: UserId
    asked: int
    """How many entries the log had when their time began (see Turn): the board told as many."""
    posted: int
    """When the board that calls them was posted."""
    began: int | None = None
    """Since when they are known to have been called where they can see it; None: not yet."""
    seen: int = 0
    """When they were last known to see the place."""
    unseen: int | None = None
    """Since when they can't see it, or nobody can tell; None: they can."""
    why: Sees = Sees.YES
    """What the latest look found."""
    blind: tuple[Span, ...] = ()
    """When they could not see it, once that was over; by the starts."""
    look: int | None = None
    """When to look again; None: the turn is over."""

    @property
    def missed(self) -> bool:
        """Whether the board was posted where they could not see it."""
        return self.began is None and self.unseen is not None

    def clock(self) -> tuple[int, tuple[Span, ...]] | None:
        """Since when their clock runs, and when it stood still; None if it does not run."""
        if self.unseen is None:
            return None if self.began is None else (self.began, self.blind)
        if self.why is not Sees.GONE:
            return None
        start = self.posted if self.began is None else self.began
        return start, (*self.blind, Span(self.unseen, self.unseen + GONE_FOR))

    def saw(self, at: int) -> bool:
        """Whether they are known to have seen the place then or later, or had left for good."""
        return self.seen >= at if self.unseen is None else self.left_for_good(at)

    def may_know(self, posted: int, now: int) -> bool:
        """Whether they may have seen what was posted then; or they have left for good."""
        return self.unseen is None or self.seen > posted or self.left_for_good(now)

    def left_for_good(self, now: int) -> bool:
        """Whether they have been gone from the server for so long that nobody waits for them."""
        if self.unseen is None or self.why is not Sees.GONE:
            return False
        return self.unseen + GONE_FOR <= now


ALWAYS_CALLED = TurnAlert(user=0, asked=sys.maxsize, posted=0, began=0, seen=sys.maxsize)
"""Of somebody who sees everything at once."""


def seen_to(call: TurnAlert, found: Sighting, now: int, pace: Pace) -> TurnAlert:
    """The call after a look at whether its person can see the place.

    Time counts for which they are known to see it: a look that finds that they can't stops the
    clock since the last one that found that they could. Where Discord does not say, it stops from
    this look on.
    """
    if found.joined > now:  # by Discord's clock, with which this one does not agree
        found = replace(found, joined=0)
    if call.began is None:
        after = _uncalled(call, found, now)
    else:
        after = _called(call, call.began, found, now)
    if found.sees is Sees.YES:
        after = replace(after, seen=now)
    return replace(after, why=found.sees, look=now + _pause(after, now, pace))


def _uncalled(call: TurnAlert, found: Sighting, now: int) -> TurnAlert:
    """A call of which nobody knew whether it was where its person can see it, after a look."""
    match found.sees:
        case Sees.YES if call.unseen is not None:
            return call  # the board was not for their eyes: they are called again
        case Sees.YES if found.joined > call.posted:
            return replace(call, unseen=call.posted)
        case Sees.YES:
            return replace(call, began=call.posted if now - call.posted <= AT_ONCE else now)
        case Sees.NO | Sees.GONE:
            return replace(call, unseen=call.posted)
        case Sees.CLOSED | Sees.UNKNOWN:  # who could see it when it was posted is not known by now
            return call


def _called(call: TurnAlert, began: int, found: Sighting, now: int) -> TurnAlert:
    """A call that was where its person could see it, after a look."""
    known = max(call.seen, began)
    match found.sees:
        case Sees.YES if call.unseen is not None:
            over = Span(call.unseen, max(call.unseen, now))
            return replace(call, unseen=None, blind=(*call.blind, over))
        case Sees.YES if found.joined > known:  # they left and came back between two looks
            return replace(call, blind=(*call.blind, Span(known, found.joined)))
        case Sees.NO | Sees.GONE | Sees.CLOSED if call.unseen is None:
            return replace(call, unseen=known)
        case Sees.UNKNOWN if call.unseen is None:
            return replace(call, unseen=now)
        case Sees.YES | Sees.NO | Sees.GONE | Sees.CLOSED | Sees.UNKNOWN:
            return call


def _pause(call: TurnAlert, now: int, pace: Pace) -> int:
    if call.began is not None and call.unseen is None:
        return min(max((pace.seconds or LONGEST) // LOOKS, MINUTE // 2), LONGEST)
    since = call.posted if call.unseen is None else call.unseen
    return min(max((now - since) // 4, MINUTE // 2), AGAIN)


def to_call(loaded: Loaded, now: int) -> tuple[TurnAlert, ...]:
    """Those whom a board posted now calls; () where no clock runs, or the match is over."""
    if loaded.record.pace.seconds is None or loaded.status is not Status.RUNNING:
        return ()
    found = []
    for user in loaded.people_to_act:
        asked = _asked(loaded, user)
        if asked is not None:
            found.append(TurnAlert(user, asked, posted=now, look=now))
    return tuple(found)


def not_called(
    loaded: Loaded, known: Mapping[UserId, TurnAlert], now: int
) -> tuple[TurnAlert, ...]:
    """Those of `to_call` whose latest call, among these, is to an earlier turn."""
    return tuple(
        call
        for call in to_call(loaded, now)
        if (before := known.get(call.user)) is None or before.asked < call.asked
    )


def is_current(call: TurnAlert, loaded: Loaded) -> bool:
    """Whether its person is still to act in the turn to which it called them."""
    asked = _asked(loaded, call.user) if call.user in loaded.people_to_act else None
    return asked is not None and asked <= call.asked


def _asked(loaded: Loaded, user: UserId) -> int | None:
    seat = loaded.roster.seat_of(user)
    turn = None if seat is None else loaded.turns.of(seat)
    return None if turn is None else turn.asked
