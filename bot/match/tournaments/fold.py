"""The fold: from a tournament's events to its current state.

Entrants, reserves, stages, tables, results and deadlines change together. If the database stored
them as rows that each action updates, two processes or a crash between two updates could leave a
tournament that contradicts itself, and no reader could tell how it got there.

So only events are stored, and the fold computes the state from them: one pure function per kind of
event, from a state to the next. Equal events give equal states in every process, and for a restart,
a rebuild and the verification of a file. An event that makes no sense in its state raises an error
here and is never stored.

Matches and files depend on old events forever. So an event describes a fact, and the fold never
uses the clock, luck or other matches.
Tables are the only large part: `Editing` copies just the stage that an event touches.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.state import (
    Entrant,
    EntrantStatus,
    Stage,
    StageKind,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import Editing, How, Table, TableId, TableResult
from bot.match.tournaments.terms import Format, Terms


def fold(events: Iterable[TournamentEvent]) -> Tournament:
    """Return the tournament after these events, at least one.

    Raises AttributeError, LookupError, TypeError or ValueError if they make no sense. It checks
    without `assert`, because Python can run without those.
    """
    first, *rest = events
    return _folded(_created(first), rest)


def after(before: Tournament, *events: TournamentEvent) -> Tournament:
    return _folded(before, events)


def _folded(before: Tournament, events: Iterable[TournamentEvent]) -> Tournament:
    now, tables = before, Editing(before.tables)
    for event in events:
        if event.n != now.events:
            raise ValueError("events follow each other")
        now = replace(_after(now, tables, event, event.details), events=event.n + 1)
    return replace(now, tables=tables.done())


def kind_of(chosen: Format, stage: int) -> StageKind:
    """Return the kind of a stage. The second is the final after groups, or a play-off for a shared
    first place.
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
    if event.kind is not TournamentEventKind.CREATED:
        raise ValueError("the first event creates it")
    if event.n != 0:
        raise ValueError("events are numbered from 0")
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
    user = event.user or 0
    match event.kind:
        case TournamentEventKind.CREATED:
            raise ValueError("a tournament is created once")
        case TournamentEventKind.EDITED:
            terms = Terms.parse(values["terms"])
            closes_set = now.closes_set if terms.closes == now.terms.closes else event.at
            return _filled(replace(now, terms=terms, closes_set=closes_set))
        case TournamentEventKind.JOINED:
            return _joined(now, user)
        case TournamentEventKind.LEFT:
            return _left(now, user)
        case TournamentEventKind.CHECK_IN:
            return replace(now, check_in=event.at)
        case TournamentEventKind.CHECKED_IN:
            return _changed(now, user, lambda entrant: replace(entrant, checked_in=True))
        case TournamentEventKind.STARTED:
            return _started(now, event.at, values)
        case TournamentEventKind.STAGE:
            groups = tuple(tuple(group) for group in values["groups"])
            stage = Stage(
                values["stage"],
                kind_of(now.terms.format, values["stage"]),
                groups,
                event.at,
                edition=values.get("edition", 1),
                seconds=now.terms.round_seconds,
            )
            return replace(now, stages=(*now.stages, stage))
        case TournamentEventKind.PAIRED:
            return _paired(now, tables, event.at, values)
        case TournamentEventKind.RESULT | TournamentEventKind.ADJUDICATED:
            return _decided(now, tables, event, values)
        case TournamentEventKind.WITHDREW:
            changed = _changed(
                now, user, lambda entrant: replace(entrant, standing=EntrantStatus.WITHDRAWN)
            )
            return _filled(changed)
        case TournamentEventKind.DROPPED:
            changed = _changed(
                now, user, lambda entrant: replace(entrant, standing=EntrantStatus.DROPPED)
            )
            return _filled(changed)
        case TournamentEventKind.SUBSTITUTED:
            return _substituted(now, values["entrant"], user, event.at)
        case TournamentEventKind.EXTENDED:
            return _extended(now, tables, event, values)
        case TournamentEventKind.STAGE_OVER:
            return _stage_over(now, event.at, values)
        case TournamentEventKind.FINISHED:
            return replace(
                now,
                status=TournamentStatus.OVER,
                ended=event.at,
                places=tuple(values["places"]),
                reserves=(),
            )
        case TournamentEventKind.CANCELLED:
            return replace(now, status=TournamentStatus.CALLED_OFF, ended=event.at, reserves=())


def _joined(now: Tournament, user: int) -> Tournament:
    """Add a player: back in their own place if they vanished from it, else in a new one or waiting.

    In a league they play from the next season on, and a returning player waits while all places are
    taken.
    """
    if now.entrant_of(user) is not None and not _waits_to_come_back(now):
        return _back(now, user)
    return _filled(replace(now, reserves=(*now.reserves, user)))


def _waits_to_come_back(now: Tournament) -> bool:
    return now.is_league and now.stage is not None


def _back(now: Tournament, user: int) -> Tournament:
    return _changed(
        now, user, lambda entrant: replace(entrant, standing=EntrantStatus.IN, vanished=False)
    )


def _filled(now: Tournament) -> Tournament:
    """Give free places to waiting players, the first in line first.

    In a league places are also free if their players are gone. Players who get a place after
    check-in has opened count as checked in.
    """
    is_open = now.status is TournamentStatus.OPEN
    if not is_open and not now.is_league:
        return now
    people = len(now.entrants) if is_open else sum(entrant.plays for entrant in now.entrants)
    free = max(now.terms.most - people, 0)
    arriving, waiting = now.reserves[:free], now.reserves[free:]
    now = replace(now, reserves=waiting)
    for user in arriving:
        if now.entrant_of(user) is not None:
            now = _back(now, user)
            continue
        newcomer = Entrant(len(now.entrants), user, checked_in=now.check_in is not None)
        now = replace(now, entrants=(*now.entrants, newcomer))
    return now


def _left(now: Tournament, user: int) -> Tournament:
    if user in now.reserves:
        return replace(now, reserves=tuple(reserve for reserve in now.reserves if reserve != user))
    if now.status is not TournamentStatus.OPEN:
        raise ValueError("after the start people withdraw")
    staying = [entrant for entrant in now.entrants if entrant.user != user]
    entrants = tuple(replace(entrant, number=number) for number, entrant in enumerate(staying))
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
            replace(entrant, standing=EntrantStatus.ABSENT) if entrant.number in absent else entrant
            for entrant in now.entrants
        ),
    )


def _paired(now: Tournament, tables: Editing, at: int, values: dict[str, Any]) -> Tournament:
    seated = {TableId.parse(text): tuple(seats) for text, seats in values["tables"].items()}
    for table, seats in seated.items():
        if table in tables:
            raise ValueError("a table is seated once")
        bye = TableResult((1,), How.BYE) if len(seats) == 1 else None
        tables.put(Table(table, seats, at, bye))
    if values["until"] is None:
        return now
    set_rounds = {(stage, number) for stage, number, _ in now.until}
    rounds = sorted({(table.stage, table.round) for table in seated} - set_rounds)
    return replace(
        now,
        until=(*now.until, *((*numbers, values["until"]) for numbers in rounds)),
        counted=(*now.counted, *((*numbers, at) for numbers in rounds)),
    )


def _decided(
    now: Tournament, tables: Editing, event: TournamentEvent, values: dict[str, Any]
) -> Tournament:
    table = tables[TableId.parse(values["table"])]
    how = How.ADJUDICATED if event.kind is TournamentEventKind.ADJUDICATED else How(values["how"])
    match = None if table.result is None else table.result.match
    late = tuple(values.get("late", ()))
    result = TableResult(tuple(values["places"]), how, values.get("match", match), late)
    until = now.round_until(table.id.stage, table.id.round)
    left = None if until is None else until - event.at
    tables.put(replace(table, result=result, left=left))
    entrants = list(now.entrants)
    for number in table.seats:
        entrant = entrants[number]
        played = entrant.played or (bool(result.places) and number not in late)
        entrants[number] = replace(entrant, vanished=number in late, played=played)
    return replace(now, entrants=tuple(entrants))


def _substituted(now: Tournament, number: int, user: int, at: int) -> Tournament:
    place = now.entrants[number]
    earlier, played = (*place.before, place.user), place.played and place.user == user
    substitute = Entrant(number, user, before=earlier, since=at, played=played)
    return replace(
        now,
        entrants=tuple(substitute if other.number == number else other for other in now.entrants),
        reserves=tuple(other for other in now.reserves if other != user),
    )


def _extended(
    now: Tournament, tables: Editing, event: TournamentEvent, values: dict[str, Any]
) -> Tournament:
    """Move the end of registration or, after the start, of rounds.

    A moderator gives all rounds with open tables the same end, and downtimes that are not yet
    included will still move it. An extension after downtimes gives each round an end of its own.
    """
    until = values["until"]
    if now.status is TournamentStatus.OPEN:
        set_at = values.get("up_to", event.at) if event.by is None else now.closes_set
        return replace(now, terms=replace(now.terms, closes=until), closes_set=set_at)
    if "rounds" in values:
        moved = {(stage, number): end for stage, number, end in values["rounds"]}
    else:
        played = (table.id for table in tables.open)
        moved = dict.fromkeys(((table_id.stage, table_id.round) for table_id in played), until)
    ends = tuple((s, r, moved.get((s, r), end)) for s, r, end in now.until)
    counted, stages = now.counted, now.stages
    if "rounds" in values and stages:
        up_to = values["up_to"]
        counted = tuple((s, r, up_to if (s, r) in moved else at) for s, r, at in counted)
        ended = {(stage, number): end for stage, number, end in now.until}
        longest = max((end - ended[numbers] for numbers, end in moved.items()), default=0)
        stages = (*stages[:-1], replace(stages[-1], moved=stages[-1].moved + longest))
    return replace(now, until=ends, counted=counted, stages=stages)


def _stage_over(now: Tournament, at: int, values: dict[str, Any]) -> Tournament:
    order = tuple(tuple(group) for group in values["order"])
    places = tuple(tuple(group) for group in values["places"])
    stages = (
        replace(stage, over=at, order=order, places=places)
        if stage.number == values["stage"]
        else stage
        for stage in now.stages
    )
    return replace(now, stages=tuple(stages))


def _changed(now: Tournament, user: int, change: Callable[[Entrant], Entrant]) -> Tournament:
    if now.entrant_of(user) is None:
        raise ValueError("they have a place")
    entrants = (change(entrant) if entrant.user == user else entrant for entrant in now.entrants)
    return replace(now, entrants=tuple(entrants))
