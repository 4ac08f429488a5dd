"""How long each seat of a match has let the others wait."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.timing.clocks import ALWAYS, Hours
from bot.match.timing.spans import Span, has_run, in_order
from engine.core import driver
from engine.core.types import Seat


@dataclass(frozen=True, slots=True)
class Still:
    """When the clocks of a match stood still, besides its pauses."""

    hours: Mapping[UserId, Hours]
    """Quiet hours and days off of its people."""
    downtimes: tuple[Span, ...] = ()
    """When the bot was down, ordered by start."""

    def spans(self, loaded: Loaded, user: UserId, since: int, now: int) -> Iterator[Span]:
        """When nobody waited for a user, from a time on, ordered by start; maybe endless."""
        hours, roster = self.hours.get(user, ALWAYS), loaded.roster
        quiet = () if hours.quiet is None else hours.quiet.spans(since)
        paused = () if roster.paused is None else (Span(roster.paused, max(now, roster.paused)),)
        return in_order(quiet, hours.absences, self.downtimes, roster.pauses, paused)


def slowest(loaded: Loaded, now: int, still: Still) -> Seat | None:
    """The seat of the person who has let the others wait the longest.

    None if several did so equally, or nobody is left to wait. Slow: it replays the match.
    """
    waited = waits(loaded, now, still)
    people = [seat for seat, holder in enumerate(loaded.roster.holders) if holder is not None]
    longest = max((waited[seat] for seat in people), default=0)
    found = [seat for seat in people if waited[seat] == longest]
    return found[0] if len(found) == 1 and len(people) > 1 else None


def waits(loaded: Loaded, now: int, still: Still) -> tuple[int, ...]:
    """By seat, for how many seconds whoever has it now has had to act, up to now.

    As for lateness, pauses, quiet hours, days off and downtimes don't count; nor does what a
    computer or somebody before them did in their place. Slow: it replays the match.
    """
    total = [0] * loaded.seats
    since = loaded.roster.started or now
    start = driver.start(loaded.game, loaded.seats).state
    states = [start, *(made.position.state for made in loaded.advances())]
    times = [since, *(kept.at for kept in loaded.log), max(now, since)]
    taken = _taken(loaded)
    for number, state in enumerate(states):
        if loaded.game.chance(state) is not None:
            continue
        for seat in loaded.game.to_act(state):
            user = loaded.roster.holders[seat]
            begun, ended = max(times[number], taken[seat]), times[number + 1]
            if user is not None and begun < ended:
                total[seat] += has_run(begun, ended, still.spans(loaded, user, begun, now))
    return tuple(total)


def _taken(loaded: Loaded) -> list[int]:
    """By seat, since when its holder has had it, in seconds since 1970; 0: from the start."""
    taken = [0] * loaded.seats
    for event in loaded.events:
        if event.kind is EventKind.HANDED and event.seat is not None:
            taken[event.seat] = event.at
    return taken
