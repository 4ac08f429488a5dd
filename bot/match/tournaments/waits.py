"""The seats that a match waits for when its round ends.

One principle decides: when time runs out, the player whose move is missing gains nothing from it.
Otherwise a leader could just stop moving, or go away during their own turn. The cause makes no
difference: quiet hours, days off and a hidden channel lie with the player. Only downtimes, agreed
pauses, and time before the bot could call the player don't count.

A turn that the end of the round cuts short is no fault. So the match waits for players who are
late, or whose turn has lasted for a whole turn's time, or for at least half of the time that the
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
    """Return the seats that a match waits for at the end of its round, the longest turn first.

    `downtimes` are ordered by start; `match_time` is the number of seconds in which the match could
    be played.
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
