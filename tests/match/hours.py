"""Helpers for tests of time, in which days pass within milliseconds."""

import sys

from bot.match.log.events import MatchEventKind, Remedy, Vote
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.timing.clocks import ALWAYS, Hours, Stops
from bot.match.timing.lateness import Lateness, latenesses
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Pace, Span
from tests.match.world import Side, World

WAIT, TURN, SEAT, END = map(Vote, (Remedy.WAIT, Remedy.TURN, Remedy.SEAT, Remedy.END))


ALWAYS_ALERTED = TurnAlert(user=0, asked=sys.maxsize, posted=0, began=0, seen=sys.maxsize)
"""The alert of a user who sees everything immediately."""


def due(
    loaded: Loaded, user: UserId, hours: Hours = ALWAYS, downtimes: tuple[Span, ...] = ()
) -> int | None:
    """Return the time at which a user who sees every board immediately is late."""
    return Stops({user: hours}, downtimes, {user: ALWAYS_ALERTED}).due(loaded, user)


def person(user: UserId) -> Vote:
    """Return a vote for a user who offered to take over."""
    return Vote(Remedy.PERSON, user)


async def wait(world: World, *, days: float = 0, hours: float = 0, seconds: int = 0) -> list[int]:
    """Advance the clock, then run the timekeeper until no work is due."""
    world.clock.time += int(days * DAY + hours * HOUR) + seconds
    return await ticks(world)


async def ticks(side: Side) -> list[MatchId]:
    """Run the timekeeper until no work is due. Return the matches that changed."""
    changed: list[MatchId] = []
    for _ in range(20):
        changed += await side.pace.timekeeper.tick()
        if not await side.pace.timekeeper.deadlines.due(side.clock.now(), 99):
            return changed
    raise AssertionError("20 ticks left work that is due")


async def start_late_match(world: World, *users: UserId, pace: Pace = Pace.DAY) -> Loaded:
    """Start a match and wait until its first player is late by a second."""
    match = (await world.begun(*users, pace=pace)).record.id
    seconds = pace.seconds
    assert seconds is not None, "the pace has a clock"
    assert await wait(world, seconds=seconds - 1) == []
    assert await wait(world, seconds=1) == [match]
    return await world.matches.load(match)


def the_late(loaded: Loaded) -> Lateness:
    """Return the only open lateness."""
    (late,) = latenesses(loaded)
    return late


def kinds(loaded: Loaded) -> list[MatchEventKind]:
    """Return the kinds of all events since the start."""
    all_kinds = [event.kind for event in loaded.events]
    return all_kinds[all_kinds.index(MatchEventKind.STARTED) + 1 :]
