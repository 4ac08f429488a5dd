"""The time for which each seat of a match has made the others wait.

When a round ends, the player who made the others wait the longest loses their seat in an undecided
match: otherwise a player who is behind could just stop moving. Only time that makes players late
counts, so quiet hours and downtimes of the bot harm no player.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.timing.clocks import ALWAYS, Hours
from bot.match.timing.turn_alerts import TurnAlert, unseen
from bot.match.values.players import Holder, UserId
from bot.match.values.times import Span, has_run, in_order
from engine.core import driver
from engine.core.types import Seat


@dataclass(frozen=True, slots=True)
class Still:
    """Times for which clocks in a match were stopped, besides its pauses."""

    hours: Mapping[UserId, Hours]
    alerts: Mapping[UserId, TurnAlert]
    """The latest alert of each player. Without one, no clock has run in the current turn."""
    downtimes: tuple[Span, ...] = ()

    def spans(self, loaded: Loaded, user: UserId, since: int, now: int) -> Iterator[Span]:
        """Return the spans from `since` on in which the user's clock is stopped, ordered by start.

        With quiet hours they never end.
        """
        hours, roster = self.hours.get(user, ALWAYS), loaded.roster
        quiet = () if hours.quiet is None else hours.quiet.spans(since)
        paused = () if roster.paused is None else (Span(roster.paused, max(now, roster.paused)),)
        unseen = self._unseen(loaded, user, now)
        return in_order(quiet, hours.absences, self.downtimes, roster.pauses, paused, unseen)

    def _unseen(self, loaded: Loaded, user: UserId, now: int) -> tuple[Span, ...]:
        alert, seat = self.alerts.get(user), loaded.roster.seat_of(user)
        turn = None if seat is None else loaded.turns.of(seat)
        # Restoring a backup removes all alerts, but players certainly saw the turns they answered.
        spans = () if alert is None else unseen(loaded, alert, now)
        if turn is not None and (alert is None or alert.asked < turn.asked):  # never posted
            spans = (*spans, Span(turn.since, max(now, turn.since)))
        return spans


def slowest(loaded: Loaded, now: int, still: Still) -> Seat | None:
    """Return the seat of the player who made the others wait the longest; None after a tie.

    Slow: it replays the match.
    """
    waited = waits(loaded, now, still)
    people = [seat for seat, holder in enumerate(loaded.roster.holders) if holder is not None]
    longest = max((waited[seat] for seat in people), default=0)
    slow = [seat for seat in people if waited[seat] == longest]
    return slow[0] if longest and len(slow) == 1 and len(people) > 1 else None


def waits(loaded: Loaded, now: int, still: Still) -> tuple[int, ...]:
    """Return for each seat the seconds for which its player has made the others wait, up to now.

    Time of a computer, or of another player who had the seat meanwhile, doesn't count. Slow: it
    replays the match.
    """
    total = [0] * loaded.seats
    since = loaded.roster.started or now
    start = driver.start(loaded.game, loaded.seats).state
    states = [start, *(advance.position.state for advance in loaded.advances())]
    times = [since, *(stored.at for stored in loaded.log), max(now, since)]
    held = _held(loaded)
    for number, state in enumerate(states):
        if loaded.game.chance(state) is not None:
            continue
        for seat in loaded.game.to_act(state):
            user = loaded.roster.holders[seat]
            if user is None:
                continue
            for span in held[seat]:
                begun, ended = max(times[number], span.start), min(times[number + 1], span.end)
                if begun < ended:
                    total[seat] += has_run(begun, ended, still.spans(loaded, user, begun, now))
    return tuple(total)


def _held(loaded: Loaded) -> list[list[Span]]:
    handovers: list[list[tuple[int, Holder]]] = [[(0, former)] for former in loaded.roster.original]
    for event in loaded.events:
        if event.kind is MatchEventKind.HANDED and event.seat is not None:
            handovers[event.seat].append((event.at, event.holder))
    return [
        [
            Span(since, until)
            for (since, former), (until, _) in pairwise([*changes, (sys.maxsize, None)])
            if former == holder
        ]
        for changes, holder in zip(handovers, loaded.roster.holders, strict=True)
    ]
