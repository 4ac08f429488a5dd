"""How long each seat of a match has let the others wait."""

from bot.match.events import EventKind
from bot.match.loaded import Loaded
from bot.match.timing.spans import Span
from engine.core import driver
from engine.core.types import Seat


def slowest(loaded: Loaded, now: int) -> Seat | None:
    """The seat of the person who has let the others wait the longest.

    None if several did so equally, or nobody is left to wait. Slow: it replays the match.
    """
    waited = waits(loaded, now)
    people = [seat for seat, holder in enumerate(loaded.roster.holders) if holder is not None]
    longest = max((waited[seat] for seat in people), default=0)
    found = [seat for seat in people if waited[seat] == longest]
    return found[0] if len(found) == 1 and len(people) > 1 else None


def waits(loaded: Loaded, now: int) -> tuple[int, ...]:
    """By seat, for how many seconds whoever has it now has had to act, up to now.

    Pauses don't count, and neither does what a computer or somebody before them did in their
    place. Slow: it replays the match.
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
            begun = max(times[number], taken[seat])
            total[seat] += _without_pauses(loaded, Span(begun, max(begun, times[number + 1])), now)
    return tuple(total)


def _taken(loaded: Loaded) -> list[int]:
    """By seat, since when its holder has had it, in seconds since 1970; 0: from the start."""
    taken = [0] * loaded.seats
    for event in loaded.events:
        if event.kind is EventKind.HANDED and event.seat is not None:
            taken[event.seat] = event.at
    return taken


def _without_pauses(loaded: Loaded, span: Span, now: int) -> int:
    roster = loaded.roster
    open_ = () if roster.paused is None else (Span(roster.paused, max(now, roster.paused)),)
    paused: int = sum(
        max(0, min(span.end, one.end) - max(span.start, one.start))
        for one in (*roster.pauses, *open_)
    )
    return span.end - span.start - paused
