"""The players for whom a match waits when its round ends.

One principle decides: when time runs out, the player for whom the match waits gains nothing from
it. Otherwise the one ahead could just stop moving, and whoever is to act could go away. It makes no
difference what stops a player's clock: quiet hours, days off and a hidden channel lie with the
player. Only downtimes, pauses that all players agreed to, and time before the bot could call the
player don't count.

A turn that the end of the round cuts short is no fault. So the match waits for a player who is
late, or who has had the turn for a whole turn's time, or for at least half of the time that the
match had.
"""

from collections.abc import Mapping, Sequence

from bot.match.log.loaded import Loaded
from bot.match.timing.clocks import paused_in, since
from bot.match.timing.lateness import latenesses
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.values.players import UserId
from bot.match.values.times import DAY, Span, has_run, in_order
from engine.core.types import Seat


def waited_for(
    loaded: Loaded,
    now: int,
    alerts: Mapping[UserId, TurnAlert],
    downtimes: Sequence[Span],
    match_time: int,
) -> tuple[Seat, ...]:
    """Return the seats of the players for whom a match waits at the end of its round.

    The one for whom it has waited the longest comes first. `downtimes` are ordered by start;
    `match_time` is the number of seconds in which the match could be played.
    """
    turn_time = max(loaded.record.pace.seconds or DAY, DAY)
    late = {lateness.seat for lateness in latenesses(loaded)}
    waited = {}
    for seat in loaded.seats_to_act:
        lasted = _turn_lasted(loaded, seat, now, alerts, downtimes)
        if seat in late or lasted >= turn_time or (lasted and 2 * lasted >= match_time):
            waited[seat] = lasted
    return tuple(sorted(waited, key=lambda seat: (-waited[seat], seat)))


def match_time(loaded: Loaded, now: int, downtimes: Sequence[Span]) -> int:
    started = loaded.roster.started or now
    return has_run(started, now, in_order(downtimes, paused_in(loaded, now)))


def _turn_lasted(
    loaded: Loaded,
    seat: Seat,
    now: int,
    alerts: Mapping[UserId, TurnAlert],
    downtimes: Sequence[Span],
) -> int:
    """Return for how many seconds a player has had to decide; 0 if a computer decides."""
    first, turn, user = since(loaded, seat), loaded.turns.of(seat), loaded.roster.holders[seat]
    alert = None if user is None else alerts.get(user)
    if first is None or turn is None or alert is None or alert.asked < turn.asked:
        return 0
    called = alert.called(first)
    if called is None:
        return 0
    excused = alert.hidden_by_others(now)
    stops = in_order(downtimes, paused_in(loaded, now), turn.undone, excused)
    return has_run(called, max(now, called), stops)
