"""A decision's consequences: the match after it, and the transaction that stores it. Pure."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.match.core.change import Change, Decision
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import RECENT, Loaded, NewEvents, started
from bot.match.log.records import LogEntry, Status
from bot.match.log.roster import fold
from bot.match.log.turns import follow
from bot.match.people.watching import finished_rounds
from bot.match.statistics.results import day_points, results, took_part
from bot.match.timing.deadlines import deadlines_after
from bot.match.timing.notices import events_with_notice
from bot.match.timing.reminding import schedule_after
from bot.match.values.players import UserId
from engine.core import driver

_log = logging.getLogger(__name__)


def transition(before: Loaded, decision: Decision, now: int) -> tuple[Loaded, Change]:
    after = match_after(before, decision, now)
    change = Change(
        match=after.record.id,
        seq=before.seq,
        n=len(before.events),
        former=before.record.former,
        entries=after.log[before.seq :],
        events=after.events[len(before.events) :],
        press=decision.press,
        cap_check=decision.cap_check,
        status=after.status,
        holders=_people(after),
        to_act=after.people_to_act,
        computer_due=bool(after.computers_to_act),
        unplanned=_unplanned(before, after),
        notices=_notices(before, after),
        deadlines=deadlines_after(before, after),
        reminders=schedule_after(before, after),
        rounds_before=_rounds_before(before, after),
    )
    return after, change


def match_after(before: Loaded, decision: Decision, now: int) -> Loaded:
    entries = tuple(
        LogEntry(advance.entry, driver.digest(before.game, advance.position.state), now)
        for advance in decision.advances
    )
    after = _after(before, decision, entries)
    if after.status is Status.RUNNING and after.outcome is not None:
        finished = NewEvents(after, now)
        finished.add(MatchEventKind.FINISHED)
        after = finished.after()
    return after


def with_results(change: Change, after: Loaded) -> Change:
    """Add the results of an ended match to its Change.

    The match ends even if computing its results fails; `rebuild` computes them later.
    """
    ended = replace(
        change,
        ended=after.roster.ended,
        took_part=took_part(after),
        day_points=day_points(after),
    )
    try:
        return replace(ended, results=results(after))
    except Exception:  # noqa: BLE001 - see above
        _log.exception("Computing the results of match %d failed", change.match)
        return ended


def _after(before: Loaded, decision: Decision, entries: Sequence[LogEntry]) -> Loaded:
    events = (*before.events, *decision.events)
    roster = fold(events) if decision.events else before.roster
    position, turns = before.position, before.turns
    if position is None and roster.status is Status.RUNNING:
        position, turns = started(before.game, roster)
    for advance, stored in zip(decision.advances, entries, strict=True):
        position = advance.position
        turns = follow(before.game, turns, advance.entry, position.state, stored.at)
    return replace(
        before,
        events=events,
        log=(*before.log, *entries),
        roster=roster,
        position=position,
        turns=turns,
        recent=(*before.recent, *decision.advances)[-RECENT:],
    )


def _notices(before: Loaded, after: Loaded) -> tuple[int, ...]:
    if after.record.private:
        return ()
    return events_with_notice(after.events, len(before.events))


def _rounds_before(before: Loaded, after: Loaded) -> int | None:
    if before.status is not Status.RUNNING:
        return None
    rounds = finished_rounds(before)
    is_news = after.status is not Status.RUNNING or finished_rounds(after) > rounds
    return rounds if is_news else None


def _unplanned(before: Loaded, after: Loaded) -> tuple[UserId, ...]:
    actors = (stored.entry.actor for stored in after.log[before.seq :])
    acted = {after.roster.holders[seat] for seat in actors if seat is not None}
    events = after.events[len(before.events) :]
    dropped = {event.holder for event in events if event.kind is MatchEventKind.PLAN_DROPPED}
    left = {*before.roster.people} - {*after.roster.people}
    return tuple(sorted(user for user in acted | dropped | left if user is not None))


def _people(loaded: Loaded) -> tuple[UserId, ...]:
    if loaded.status is Status.OPEN:
        return (*loaded.roster.joined, *loaded.roster.waiting)
    return loaded.roster.people
