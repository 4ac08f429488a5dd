"""Turn alerts: the time since which a player knows that a match waits for them.

A player's clock must not run before they can know that it is their turn. So it begins when a board
that names them is posted in a place that they can see. It stops while the channel is hidden from
them, after they have left the server, and while Discord gives no answer. The bot asks Discord
repeatedly who can see a place (`CheckAccess`), and always before a player becomes late.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, MINUTE, Pace, Span, minus

AT_ONCE = 30
"""Seconds after a post within which a check tells who could see the post itself."""
LONGEST = 3 * HOUR
"""Maximum seconds between two checks of a player who can see the place."""
LOOKS = 8
"""Minimum number of checks in the time of a whole turn."""
GONE_FOR = 3 * DAY
"""Seconds for which leaving the server stops a player's clock, per turn. In a match of a tournament
this is the limit of everything that lies with the player, all together. Otherwise the others would
wait forever.
"""
AGAIN = 15 * MINUTE
"""Maximum seconds between two checks of any other player."""


class Access(Enum):
    YES = "yes"
    NO = "no"
    GONE = "gone"
    HIDDEN = "hidden"
    """NO in a tournament: the place is hidden from the player, or they are in time-out. As for
    leaving the server, the player is responsible.
    """
    CLOSED = "closed"
    """The place is locked, or the bot itself can't see it."""
    UNKNOWN = "unknown"


WITH_PLAYER = (Access.GONE, Access.HIDDEN)


@dataclass(frozen=True, slots=True)
class AccessCheck:
    access: Access
    joined: int = 0
    """When they joined the server; 0 if unknown."""
    is_timed_out: bool = False
    """Whether they only can't press buttons, and still read the place."""


@dataclass(frozen=True, slots=True)
class TurnAlert:
    """A player's alert that they must act; all times in seconds since 1970."""

    user: UserId
    asked: int
    """Number of entries in the log when the player's time began, and on the board."""
    posted: int
    began: int | None = None
    """First time at which the player could see the alert; None before that is known."""
    seen: int = 0
    unseen: int | None = None
    """Time since which they can't see it, or Discord doesn't say. None if they can see it."""
    access: Access = Access.YES
    blind: tuple[Span, ...] = ()
    """Past times in which they could not see the place, ordered by start; in a tournament also
    those of earlier turns.
    """
    check_at: int | None = None
    gone: tuple[Span, ...] = ()

    @property
    def missed(self) -> bool:
        return self.began is None and self.unseen is not None

    def clock(self) -> tuple[int, tuple[Span, ...]] | None:
        if self.unseen is None:
            return None if self.began is None else (self.began, self.blind)
        if self.access not in WITH_PLAYER:
            return None
        start = self.posted if self.began is None else self.began
        return start, (*self.blind, Span(self.unseen, self.gone_until(self.unseen)))

    def called(self, turn: int) -> int | None:
        """Return when the player was first called to the turn that began at `turn`, or None if no
        call is known. A player who hides counts as called.
        """
        hides = self.unseen if self.access in WITH_PLAYER else None
        call = hides if self.began is None else self.began
        if call is None:
            return None
        return max(turn, min((call, *(span.start for span in self.gone if span.end > turn))))

    def hidden_by_others(self, now: int) -> tuple[Span, ...]:
        """Return the times up to now in which the player could not see the place through no fault
        of theirs, ordered by start.
        """
        if self.unseen is None or self.access in WITH_PLAYER:
            return minus(self.blind, self.gone)
        return minus((*self.blind, Span(self.unseen, now)), self.gone)

    def gone_until(self, since: int) -> int:
        used = sum(span.end - span.start for span in self.gone)
        return since + max(GONE_FOR - used, 0)

    def without_sight(self, since: int, until: int, access: Access) -> "TurnAlert":
        if access not in WITH_PLAYER:
            return replace(self, blind=(*self.blind, Span(since, max(since, until))))
        span = Span(since, max(since, min(until, self.gone_until(since))))
        return replace(self, blind=(*self.blind, span), gone=(*self.gone, span))

    def unseen_since(self, turn: int, now: int) -> tuple[Span, ...]:
        """Return the times up to now in which their clocks could not run, ordered by start.

        This covers the turn that began at `turn` and earlier ones.
        """
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
        return self.seen >= at if self.unseen is None else self.left_for_good(at)

    def may_know(self, posted: int, now: int) -> bool:
        """Return whether they may have seen a post of that time. Players who left for good count as
        informed.
        """
        return self.unseen is None or self.seen > posted or self.left_for_good(now)

    def left_for_good(self, now: int) -> bool:
        if self.unseen is None or self.access not in WITH_PLAYER:
            return False
        return self.gone_until(self.unseen) <= now


def after_check(alert: TurnAlert, check: AccessCheck, now: int, pace: Pace) -> TurnAlert:
    """Return the alert after a check of the player's access.

    Time counts only between two checks that both find access: a check without access stops the
    clock retroactively, from the last check with access. If Discord does not say, the clock stops
    from this check on.
    """
    if check.joined > now:  # Discord's clock and this one disagree
        check = replace(check, joined=0)
    if alert.began is None:
        after = _unseen(alert, check, now)
    else:
        after = _seen(alert, alert.began, check, now)
    if check.access is Access.YES:
        after = replace(after, seen=now)
    return replace(after, access=check.access, check_at=now + _pause(after, now, pace))


def _unseen(alert: TurnAlert, check: AccessCheck, now: int) -> TurnAlert:
    match check.access:
        case Access.YES if alert.unseen is not None:
            # They missed that board, and get a new alert.
            if alert.access in WITH_PLAYER:
                return alert.without_sight(alert.unseen, now, alert.access)
            return alert
        case Access.YES if check.joined > alert.posted:
            return replace(alert, unseen=alert.posted)
        case Access.YES:
            return replace(alert, began=alert.posted if now - alert.posted <= AT_ONCE else now)
        case Access.NO | Access.GONE | Access.HIDDEN:
            return replace(alert, unseen=alert.posted)
        case Access.CLOSED | Access.UNKNOWN:  # could they see the post? Unknown
            return alert


def _seen(alert: TurnAlert, began: int, check: AccessCheck, now: int) -> TurnAlert:
    last_seen = max(alert.seen, began)
    match check.access:
        case Access.YES if alert.unseen is not None:
            over = alert.without_sight(alert.unseen, now, alert.access)
            return replace(over, unseen=None)
        case Access.YES if check.joined > last_seen:  # they left and came back between two checks
            return alert.without_sight(last_seen, check.joined, Access.GONE)
        case Access.NO | Access.GONE | Access.HIDDEN | Access.CLOSED if alert.unseen is None:
            return replace(alert, unseen=last_seen)
        case Access.UNKNOWN if alert.unseen is None:
            return replace(alert, unseen=now)
        case Access.YES | Access.NO | Access.GONE | Access.HIDDEN | Access.CLOSED | Access.UNKNOWN:
            return alert


def _pause(alert: TurnAlert, now: int, pace: Pace) -> int:
    if alert.began is not None and alert.unseen is None:
        return min(max((pace.seconds or LONGEST) // LOOKS, MINUTE // 2), LONGEST)
    since = alert.posted if alert.unseen is None else alert.unseen
    return min(max((now - since) // 4, MINUTE // 2), AGAIN)


def alerts_for(loaded: Loaded, now: int) -> tuple[TurnAlert, ...]:
    """Return the alerts of a board posted now.

    There are none after the end of a match, and none without a clock, that is, without a pace
    outside of tournaments.
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
    """Return the alerts of `alerts_for` that the users don't have yet.

    Users in `again` missed their board, and get a new alert of the same turn.
    """
    missing = []
    for alert in alerts_for(loaded, now):
        before = known.get(alert.user)
        if before is None:
            missing.append(alert)
        elif before.asked < alert.asked or alert.user in again:
            # Earlier turns count only when the round of a tournament ends (waits.py).
            if loaded.record.table is not None:
                # Leave out the seconds that posting takes: they would add a span for each turn.
                spans = unseen(loaded, before, now)
                blind = tuple(sorted(span for span in spans if span.end - span.start > AT_ONCE))
                alert = replace(alert, blind=blind, gone=_gone(before, now))
            missing.append(alert)
    return tuple(missing)


def _gone(alert: TurnAlert, now: int) -> tuple[Span, ...]:
    if alert.unseen is None or alert.access not in WITH_PLAYER:
        return alert.gone
    return alert.without_sight(alert.unseen, now, alert.access).gone


def unseen(loaded: Loaded, alert: TurnAlert, now: int) -> tuple[Span, ...]:
    """Return the times up to now in which no clock of a user could run, ordered by start."""
    if 0 < alert.asked <= loaded.seq:
        turn = loaded.log[alert.asked - 1].at
    else:
        turn = loaded.roster.started or alert.posted
    spans = alert.unseen_since(turn, now)
    return tuple(Span(span.start, min(span.end, now)) for span in spans if span.start < now)


def is_current(alert: TurnAlert, loaded: Loaded) -> bool:
    asked = _asked(loaded, alert.user) if alert.user in loaded.people_to_act else None
    return asked is not None and asked <= alert.asked


def _asked(loaded: Loaded, user: UserId) -> int | None:
    seat = loaded.roster.seat_of(user)
    turn = None if seat is None else loaded.turns.of(seat)
    return None if turn is None else turn.asked
