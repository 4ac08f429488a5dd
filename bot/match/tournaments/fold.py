"""A tournament, worked out from its events alone."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.state import (
    FIRST_EDITION,
    Entrant,
    Stage,
    StageKind,
    Standing,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import Editing, How, Table, TableId, TableResult
from bot.match.tournaments.terms import Format, Terms


def fold(events: Iterable[TournamentEvent]) -> Tournament:
    """The tournament after these events, of which there is at least the first.

    Raises AssertionError, KeyError, TypeError or ValueError if they make no sense.
    """
    first, *rest = events
    return _folded(_created(first), rest)


def after(before: Tournament, *events: TournamentEvent) -> Tournament:
    """The tournament after more events; raises as `fold`."""
    return _folded(before, events)


def _folded(before: Tournament, events: Iterable[TournamentEvent]) -> Tournament:
    now, tables = before, Editing(before.tables)
    for event in events:
        assert event.n == now.events, "events follow each other"
        now = replace(_after(now, tables, event, event.details), events=event.n + 1)
    return replace(now, tables=tables.done())


def kind_of(chosen: Format, stage: int) -> StageKind:
    """How the tables of a stage of such a tournament follow from each other.

    The second stage is the final after groups, or the play-off of those who share the first place.
    """
    match chosen:
        case Format.LEAGUE:
            return StageKind.ROUND_ROBIN
        case Format.KNOCKOUT:
            return StageKind.KNOCKOUT
        case Format.SWISS:
            return StageKind.SWISS if stage == 1 else StageKind.KNOCKOUT
        case Format.ROUND_ROBIN | Format.GROUPS:
            return StageKind.ROUND_ROBIN if stage == 1 else StageKind.KNOCKOUT


def _created(event: TournamentEvent) -> Tournament:
    assert event.kind is EventKind.CREATED, "it begins by being made"
    assert event.n == 0, "that is its first event"
    values = event.details
    return Tournament(
        Terms.parse(values["terms"]),
        event.by or 0,
        values["commitment"],
        event.at,
        closes_set=event.at,
        events=1,
    )


def _after(
    now: Tournament, tables: Editing, event: TournamentEvent, values: dict[str, Any]
) -> Tournament:
    """The tournament after an event, but for its tables: those that it changes, it does here."""
    user = event.user or 0
    match event.kind:
        case EventKind.CREATED:
            raise AssertionError("it is made once")
        case EventKind.EDITED:
            terms = Terms.parse(values["terms"])
            closes_set = now.closes_set if terms.closes == now.terms.closes else event.at
            return _filled(replace(now, terms=terms, closes_set=closes_set))
        case EventKind.JOINED:
            return _joined(now, user)
        case EventKind.LEFT:
            return _left(now, user)
        case EventKind.CHECK_IN:
            return replace(now, check_in=event.at)
        case EventKind.CHECKED_IN:
            return _changed(now, user, lambda one: replace(one, checked_in=True))
        case EventKind.STARTED:
            return _started(now, event.at, values)
        case EventKind.STAGE:
            groups = tuple(tuple(group) for group in values["groups"])
            stage = Stage(
                values["stage"],
                kind_of(now.terms.format, values["stage"]),
                groups,
                event.at,
                edition=values.get("edition", FIRST_EDITION),
                seconds=now.terms.round_seconds,
            )
            return replace(now, stages=(*now.stages, stage))
        case EventKind.PAIRED:
            return _paired(now, tables, event.at, values)
        case EventKind.RESULT | EventKind.ADJUDICATED:
            return _decided(now, tables, event, values)
        case EventKind.WITHDREW:
            gone = _changed(now, user, lambda one: replace(one, standing=Standing.WITHDRAWN))
            return _filled(gone)
        case EventKind.DROPPED:
            gone = _changed(now, user, lambda one: replace(one, standing=Standing.DROPPED))
            return _filled(gone)
        case EventKind.SUBSTITUTED:
            return _substituted(now, values["entrant"], user, event.at)
        case EventKind.EXTENDED:
            return _extended(now, tables, event, values)
        case EventKind.STAGE_OVER:
            return _stage_over(now, event.at, values)
        case EventKind.FINISHED:
            return replace(
                now,
                status=TournamentStatus.OVER,
                ended=event.at,
                places=tuple(values["places"]),
                reserves=(),
            )
        case EventKind.CANCELLED:
            return replace(now, status=TournamentStatus.CALLED_OFF, ended=event.at, reserves=())


def _joined(now: Tournament, user: int) -> Tournament:
    """With somebody more: in their own place, if they vanished from it; in a new one; or waiting.

    A league takes everybody at any time, up to its number of places: they play from the next
    season on. A player who comes back waits like everybody else while all places are taken.
    """
    if now.entrant_of(user) is not None and not _waits_to_come_back(now):
        return _back(now, user)
    return _filled(replace(now, reserves=(*now.reserves, user)))


def _waits_to_come_back(now: Tournament) -> bool:
    return now.is_league and now.stage is not None and not now.stage.is_first_edition


def _back(now: Tournament, user: int) -> Tournament:
    return _changed(now, user, lambda one: replace(one, standing=Standing.IN, vanished=False))


def _filled(now: Tournament) -> Tournament:
    """With those who wait, the first first, in places that are free: before the start all that
    nobody has, in a league those of people who are gone as well.

    Who comes in after check-in was called is there: they have just come, or nobody has called them.
    """
    is_open = now.status is TournamentStatus.OPEN
    if not is_open and not now.is_league:
        return now
    people = len(now.entrants) if is_open else sum(one.plays for one in now.entrants)
    free = max(now.terms.most - people, 0)
    coming, waiting = now.reserves[:free], now.reserves[free:]
    now = replace(now, reserves=waiting)
    for user in coming:
        if now.entrant_of(user) is not None:
            now = _back(now, user)
            continue
        came = Entrant(len(now.entrants), user, checked_in=now.check_in is not None)
        now = replace(now, entrants=(*now.entrants, came))
    return now


def _left(now: Tournament, user: int) -> Tournament:
    if user in now.reserves:
        return replace(now, reserves=tuple(one for one in now.reserves if one != user))
    assert now.status is TournamentStatus.OPEN, "after the start people withdraw"
    stay = [one for one in now.entrants if one.user != user]
    entrants = tuple(replace(one, number=number) for number, one in enumerate(stay))
    return _filled(replace(now, entrants=entrants))


def _started(now: Tournament, at: int, values: dict[str, Any]) -> Tournament:
    absent = set(values["absent"])
    return replace(
        now,
        status=TournamentStatus.RUNNING,
        started=at,
        seed=bytes.fromhex(values["seed"]),
        rules=values["rules"],
        ratings=tuple(values["ratings"]),
        entrants=tuple(
            replace(one, standing=Standing.ABSENT) if one.number in absent else one
            for one in now.entrants
        ),
    )


def _paired(now: Tournament, tables: Editing, at: int, values: dict[str, Any]) -> Tournament:
    seated = {TableId.parse(text): tuple(seats) for text, seats in values["tables"].items()}
    for table, seats in seated.items():
        assert table not in tables, "a table is seated once"
        bye = TableResult((1,), How.BYE) if len(seats) == 1 else None
        tables.put(Table(table, seats, at, bye))
    if values["until"] is None:
        return now
    known = {(stage, number) for stage, number, _ in now.until}
    rounds = sorted({(table.stage, table.round) for table in seated} - known)
    return replace(
        now,
        until=(*now.until, *((*one, values["until"]) for one in rounds)),
        counted=(*now.counted, *((*one, at) for one in rounds)),
    )


def _decided(
    now: Tournament, tables: Editing, event: TournamentEvent, values: dict[str, Any]
) -> Tournament:
    table = tables[TableId.parse(values["table"])]
    how = How.ADJUDICATED if event.kind is EventKind.ADJUDICATED else How(values["how"])
    known = None if table.result is None else table.result.match
    late = tuple(values.get("late", ()))
    result = TableResult(tuple(values["places"]), how, values.get("match", known), late)
    until = now.round_until(table.id.stage, table.id.round)
    left = None if until is None else until - event.at
    tables.put(replace(table, result=result, left=left))
    entrants = list(now.entrants)
    for number in table.seats:
        one = entrants[number]
        played = one.played or (bool(result.places) and number not in late)
        entrants[number] = replace(one, vanished=number in late, played=played)
    return replace(now, entrants=tuple(entrants))


def _substituted(now: Tournament, number: int, user: int, at: int) -> Tournament:
    one = now.entrants[number]
    before, played = (*one.before, one.user), one.played and one.user == user
    came = Entrant(number, user, before=before, since=at, played=played)
    return replace(
        now,
        entrants=tuple(came if other.number == number else other for other in now.entrants),
        reserves=tuple(other for other in now.reserves if other != user),
    )


def _extended(
    now: Tournament, tables: Editing, event: TournamentEvent, values: dict[str, Any]
) -> Tournament:
    """Move the end of registration or, after the start, of rounds.

    A moderator moves all rounds that have open tables, and no others; downtimes that are not part
    of their ends yet still are to come. Downtimes move each round to an end of its own.
    """
    until = values["until"]
    if now.status is TournamentStatus.OPEN:
        set_at = values.get("up_to", event.at) if event.by is None else now.closes_set
        return replace(now, terms=replace(now.terms, closes=until), closes_set=set_at)
    if "rounds" in values:
        moved = {(stage, number): end for stage, number, end in values["rounds"]}
    else:
        played = (table.id for table in tables.open)
        moved = dict.fromkeys(((one.stage, one.round) for one in played), until)
    ends = tuple((s, r, moved.get((s, r), end)) for s, r, end in now.until)
    counted, stages = now.counted, now.stages
    if "rounds" in values and stages:
        up_to = values["up_to"]
        counted = tuple((s, r, up_to if (s, r) in moved else at) for s, r, at in counted)
        ended = {(stage, number): end for stage, number, end in now.until}
        longest = max((end - ended[one] for one, end in moved.items()), default=0)
        stages = (*stages[:-1], replace(stages[-1], moved=stages[-1].moved + longest))
    return replace(now, until=ends, counted=counted, stages=stages)


def _stage_over(now: Tournament, at: int, values: dict[str, Any]) -> Tournament:
    order = tuple(tuple(group) for group in values["order"])
    places = tuple(tuple(group) for group in values["places"])
    stages = (
        replace(one, over=at, order=order, places=places) if one.number == values["stage"] else one
        for one in now.stages
    )
    return replace(now, stages=tuple(stages))


def _changed(now: Tournament, user: int, change: Callable[[Entrant], Entrant]) -> Tournament:
    assert now.entrant_of(user) is not None, "they have a place"
    entrants = (change(one) if one.user == user else one for one in now.entrants)
    return replace(now, entrants=tuple(entrants))
