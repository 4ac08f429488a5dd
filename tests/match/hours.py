"""Days that pass in milliseconds: what tests of time do with a world."""

import sys

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.timing.clocks import ALWAYS, Hours, Stops
from bot.match.timing.lateness import Choice, Lateness, Vote, latenesses
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Pace, Span
from tests.match.world import Side, World

WAIT, TURN, SEAT, END = map(Vote, (Choice.WAIT, Choice.TURN, Choice.SEAT, Choice.END))


ALWAYS_ALERTED = TurnAlert(user=0, asked=sys.maxsize, posted=0, began=0, seen=sys.maxsize)
"""The alert of somebody who sees everything at once."""


def due(
    loaded: Loaded, user: UserId, hours: Hours = ALWAYS, downtimes: tuple[Span, ...] = ()
) -> int | None:
    """When somebody who sees every board at once is late."""
    return Stops({user: hours}, downtimes, {user: ALWAYS_ALERTED}).due(loaded, user)


def person(user: UserId) -> Vote:
    """The vote for somebody who offered."""
    return Vote(Choice.PERSON, user)


async def wait(world: World, *, days: float = 0, hours: float = 0, seconds: int = 0) -> list[int]:
    """Let time pass, then let what is due happen, however many looks that takes."""
    world.clock.time += int(days * DAY + hours * HOUR) + seconds
    return await ticks(world)


async def ticks(side: Side) -> list[MatchId]:
    """The matches that change until nothing more is due now."""
    changed: list[MatchId] = []
    for _ in range(20):
        changed += await side.pace.timekeeper.tick()
        if not await side.pace.timekeeper.deadlines.due(side.clock.now(), 99):
            return changed
    raise AssertionError("the ticks come to an end")


async def begun_late(world: World, *users: UserId, pace: Pace = Pace.DAY) -> Loaded:
    """A match whose first player is late by a second."""
    match = (await world.begun(*users, pace=pace)).record.id
    seconds = pace.seconds
    assert seconds is not None, "there is a clock"
    assert await wait(world, seconds=seconds - 1) == []
    assert await wait(world, seconds=1) == [match]
    return await world.matches.look(match)


def the_late(loaded: Loaded) -> Lateness:
    """The one lateness that stands."""
    (late,) = latenesses(loaded)
    return late


def kinds(loaded: Loaded) -> list[EventKind]:
    """What happened since the start."""
    told = [event.kind for event in loaded.events]
    return told[told.index(EventKind.STARTED) + 1 :]
