"""Since when people know that a match waits for them: their clocks run only then.

A board alerts those who must act. The clock of each of them begins when that board is posted
where they can see it, and stands still while they can't: while the channel is hidden from them,
after they have left the server, or while nobody can tell. Discord is asked who can see a place
again and again (`Visibility`), and always before somebody becomes late.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, MINUTE, Pace, Span

AT_ONCE = 30
"""Seconds after a post within which a first check still tells who could see it when posted."""
LONGEST = 3 * HOUR
"""At most so many seconds between two checks of somebody who can see the place."""
LOOKS = 8
"""At least so many checks while the whole time of a turn runs down."""
GONE_FOR = 3 * DAY
"""Seconds for which leaving the server stops somebody's clock in a turn, all absences together; in
a tournament, in a match. Then it runs, so that those who stay do not wait forever."""
AGAIN = 15 * MINUTE
"""At most so many seconds between two checks of everybody else."""


class Access(Enum):
    """Whether somebody can see and use a channel or thread."""

    YES = "yes"
    NO = "no"
    """They are in the server, but can't see or use the place."""
    GONE = "gone"
    """They are not in the server."""
    CLOSED = "closed"
    """Nobody can use the place now: it is locked, or the bot itself can't see it."""
    UNKNOWN = "unknown"
    """Discord does not say now."""


@dataclass(frozen=True, slots=True)
class AccessCheck:
    """What Discord says about somebody's access to a place."""

    access: Access
    joined: int = 0
    """When they joined the server, in seconds since 1970; 0 if that is not known."""


@dataclass(frozen=True, slots=True)
class TurnAlert:
    """That a board told somebody that they must act; all times in seconds since 1970."""

    user: UserId
    asked: int
    """How many entries the log had when their time began (see Turn): the board showed as many."""
    posted: int
    """When that board was posted."""
    began: int | None = None
    """Since when the alert is known to be where they can see it; None: not yet."""
    seen: int = 0
    """When they were last known to see the place."""
    unseen: int | None = None
    """Since when they can't see it, or nobody can tell; None: they can."""
    access: Access = Access.YES
    """What the latest check found."""
    blind: tuple[Span, ...] = ()
    """Past stretches in which they could not see it, ordered by start; in a tournament also those
    of their earlier turns."""
    check_at: int | None = None
    """When to check again; None: the turn is over."""
    gone: tuple[Span, ...] = ()
    """Those of `blind` in which they had left the server."""

    @property
    def missed(self) -> bool:
        """Whether the board was posted where they could not see it."""
        return self.began is None and self.unseen is not None

    def clock(self) -> tuple[int, tuple[Span, ...]] | None:
        """Since when their clock runs, and when it stood still; None if it does not run."""
        if self.unseen is None:
            return None if self.began is None else (self.began, self.blind)
        if self.access is not Access.GONE:
            return None
        start = self.posted if self.began is None else self.began
        return start, (*self.blind, Span(self.unseen, self.gone_until(self.unseen)))

    def gone_until(self, since: int) -> int:
        """Return until when leaving at that time stops their clock."""
        used = sum(span.end - span.start for span in self.gone)
        return since + max(GONE_FOR - used, 0)

    def without_sight(self, since: int, until: int, access: Access) -> "TurnAlert":
        """Return the alert after a past stretch in which they could not see the place."""
        if access is not Access.GONE:
            return replace(self, blind=(*self.blind, Span(since, max(since, until))))
        span = Span(since, max(since, min(until, self.gone_until(since))))
        return replace(self, blind=(*self.blind, span), gone=(*self.gone, span))

    def unseen_since(self, turn: int, now: int) -> tuple[Span, ...]:
        """Return when no clock of theirs could run up to now, in the turn that began at `turn`
        and before, ordered by start."""
        clock = self.clock()
        if clock is None:
            begun = turn if self.began is None else (self.unseen or now)
            return (*self.blind, Span(begun, now)) if begun < now else self.blind
        began, blind = clock
        if began <= turn:
            return blind
        earlier = tuple(span for span in blind if span.start < turn)
        return (*earlier, Span(turn, began), *blind[len(earlier) :])

    def saw(self, at: int) -> bool:
        """Whether they are known to have seen the place then or later, or had left for good."""
        return self.seen >= at if self.unseen is None else self.left_for_good(at)

    def may_know(self, posted: int, now: int) -> bool:
        """Whether they may have seen what was posted at that time, or have left for good."""
        return self.unseen is None or self.seen > posted or self.left_for_good(now)

    def left_for_good(self, now: int) -> bool:
        """Whether they left the server so long ago that nobody waits for them any more."""
        if self.unseen is None or self.access is not Access.GONE:
            return False
        return self.gone_until(self.unseen) <= now


def after_check(alert: TurnAlert, found: AccessCheck, now: int, pace: Pace) -> TurnAlert:
    """The alert after a check whether its person can see the place.

    Only time counts in which they are known to see it: a check that finds that they can't stops
    the clock since the last one that found that they could. If Discord does not say, the clock
    stops from this check on.
    """
    if found.joined > now:  # Discord's clock and this one disagree
        found = replace(found, joined=0)
    if alert.began is None:
        after = _unseen(alert, found, now)
    else:
        after = _seen(alert, alert.began, found, now)
    if found.access is Access.YES:
        after = replace(after, seen=now)
    return replace(after, access=found.access, check_at=now + _pause(after, now, pace))


def _unseen(alert: TurnAlert, found: AccessCheck, now: int) -> TurnAlert:
    """After a check, an alert of which nobody knew yet whether its person could see it."""
    match found.access:
        case Access.YES if alert.unseen is not None:
            return alert  # they could not see that board: they are alerted again
        case Access.YES if found.joined > alert.posted:
            return replace(alert, unseen=alert.posted)
        case Access.YES:
            return replace(alert, began=alert.posted if now - alert.posted <= AT_ONCE else now)
        case Access.NO | Access.GONE:
            return replace(alert, unseen=alert.posted)
        case Access.CLOSED | Access.UNKNOWN:  # who could see it when it was posted is not known
            return alert


def _seen(alert: TurnAlert, began: int, found: AccessCheck, now: int) -> TurnAlert:
    """After a check, an alert that its person could see."""
    known = max(alert.seen, began)
    match found.access:
        case Access.YES if alert.unseen is not None:
            over = alert.without_sight(alert.unseen, now, alert.access)
            return replace(over, unseen=None)
        case Access.YES if found.joined > known:  # they left and came back between two checks
            return alert.without_sight(known, found.joined, Access.GONE)
        case Access.NO | Access.GONE | Access.CLOSED if alert.unseen is None:
            return replace(alert, unseen=known)
        case Access.UNKNOWN if alert.unseen is None:
            return replace(alert, unseen=now)
        case Access.YES | Access.NO | Access.GONE | Access.CLOSED | Access.UNKNOWN:
            return alert


def _pause(alert: TurnAlert, now: int, pace: Pace) -> int:
    if alert.began is not None and alert.unseen is None:
        return min(max((pace.seconds or LONGEST) // LOOKS, MINUTE // 2), LONGEST)
    since = alert.posted if alert.unseen is None else alert.unseen
    return min(max((now - since) // 4, MINUTE // 2), AGAIN)


def alerts_for(loaded: Loaded, now: int) -> tuple[TurnAlert, ...]:
    """Return the alerts of a board posted now.

    () if the match is over, or if it has no pace and belongs to no tournament: nobody counts for
    how long its people let others wait.
    """
    counts = loaded.record.pace.seconds is not None or loaded.record.table is not None
    if not counts or loaded.status is not Status.RUNNING:
        return ()
    return tuple(
        TurnAlert(user, asked, posted=now, check_at=now)
        for user in loaded.people_to_act
        if (asked := _asked(loaded, user)) is not None
    )


def alerts_missing(
    loaded: Loaded, known: Mapping[UserId, TurnAlert], now: int, again: Sequence[UserId] = ()
) -> tuple[TurnAlert, ...]:
    """Return those of `alerts_for` whose latest known alert is to an earlier turn.

    The users of `again` missed their board, so they get a new alert to the same turn.
    """
    missing = []
    for alert in alerts_for(loaded, now):
        before = known.get(alert.user)
        if before is None:
            missing.append(alert)
        elif before.asked < alert.asked or alert.user in again:
            # Only at the end of a tournament's round do earlier turns still count.
            if loaded.record.table is not None:
                # Without the seconds that posting takes: they would add a span for each turn.
                spans = unseen(loaded, before, now)
                blind = tuple(span for span in spans if span.end - span.start > AT_ONCE)
                alert = replace(alert, blind=blind, gone=_gone(before, now))
            missing.append(alert)
    return tuple(missing)


def _gone(alert: TurnAlert, now: int) -> tuple[Span, ...]:
    """Return when they had left the server, and their clock stood still, up to now."""
    if alert.unseen is None or alert.access is not Access.GONE:
        return alert.gone
    return alert.without_sight(alert.unseen, now, Access.GONE).gone


def unseen(loaded: Loaded, alert: TurnAlert, now: int) -> tuple[Span, ...]:
    """Return when no clock of a user could run, up to the turn of their latest alert.

    The spans end by `now` and are ordered by start.
    """
    if 0 < alert.asked <= loaded.seq:
        turn = loaded.log[alert.asked - 1].at
    else:
        turn = loaded.roster.started or alert.posted
    spans = alert.unseen_since(turn, now)
    return tuple(Span(span.start, min(span.end, now)) for span in spans if span.start < now)


def is_current(alert: TurnAlert, loaded: Loaded) -> bool:
    """Whether its person must still act in the turn to which it alerted them."""
    asked = _asked(loaded, alert.user) if alert.user in loaded.people_to_act else None
    return asked is not None and asked <= alert.asked


def _asked(loaded: Loaded, user: UserId) -> int | None:
    seat = loaded.roster.seat_of(user)
    turn = None if seat is None else loaded.turns.of(seat)
    return None if turn is None else turn.asked
