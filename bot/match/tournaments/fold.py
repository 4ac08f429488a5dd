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
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.state import (
    Entrant,
    EntrantStatus,
    RoundEnd,
    Stage,
    StageKind,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import How, Table, TableId, TableResult
from bot.match.tournaments.terms import Format, Terms


def fold(events: Iterable[TournamentEvent]) -> Tournament:
    """Return the tournament after these events, at least one.

    Raises AttributeError, LookupError, TypeError or ValueError if they make no sense. It checks
    without `assert`, because Python can run without those.
    """
    first, *rest = events
    return after(_created(first), *rest)


def after(state: Tournament, *events: TournamentEvent) -> Tournament:
    for event in events:
        if event.n != state.events:
            raise ValueError("events follow each other")
        state = replace(_after(state, event, event.details), events=event.n + 1)
    return state


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


def _after(state: Tournament, event: TournamentEvent, values: dict[str, Any]) -> Tournament:
    user = event.user or 0
    match event.kind:
        case TournamentEventKind.CREATED:
            raise ValueError("a tournament is created once")
        case TournamentEventKind.EDITED:
            terms = Terms.parse(values["terms"])
            closes_set = state.closes_set if terms.closes == state.terms.closes else event.at
            return _filled(replace(state, terms=terms, closes_set=closes_set))
        case TournamentEventKind.JOINED:
            return _joined(state, user)
        case TournamentEventKind.LEFT:
            return _left(state, user)
        case TournamentEventKind.CHECK_IN:
            return replace(state, check_in=event.at)
        case TournamentEventKind.CHECKED_IN:
            return _changed(state, user, lambda entrant: replace(entrant, checked_in=True))
        case TournamentEventKind.STARTED:
            return _started(state, event.at, values)
        case TournamentEventKind.STAGE:
            groups = tuple(tuple(group) for group in values["groups"])
            stage = Stage(
                values["stage"],
                kind_of(state.terms.format, values["stage"]),
                groups,
                event.at,
                edition=values.get("edition", 1),
                seconds=state.terms.round_seconds,
            )
            return replace(state, stages=(*state.stages, stage))
        case TournamentEventKind.PAIRED:
            return _paired(state, event.at, values)
        case TournamentEventKind.RESULT | TournamentEventKind.ADJUDICATED:
            return _decided(state, event, values)
        case TournamentEventKind.WITHDREW:
            changed = _changed(
                state, user, lambda entrant: replace(entrant, standing=EntrantStatus.WITHDRAWN)
            )
            return _filled(changed)
        case TournamentEventKind.DROPPED:
            changed = _changed(
                state, user, lambda entrant: replace(entrant, standing=EntrantStatus.DROPPED)
            )
            return _filled(changed)
        case TournamentEventKind.SUBSTITUTED:
            return _substituted(state, values["entrant"], user, event.at)
        case TournamentEventKind.EXTENDED:
            return _extended(state, event, values)
        case TournamentEventKind.STAGE_OVER:
            return _stage_over(state, event.at, values)
        case TournamentEventKind.FINISHED:
            return replace(
                state,
                status=TournamentStatus.OVER,
                ended=event.at,
                places=tuple(values["places"]),
                reserves=(),
            )
        case TournamentEventKind.CANCELLED:
            return replace(state, status=TournamentStatus.CALLED_OFF, ended=event.at, reserves=())


def _joined(state: Tournament, user: int) -> Tournament:
    """Add a player: back in their own place if they vanished from it, else in a new one or waiting.

    In a league they play from the next season on, and a returning player waits while all places are
    taken.
    """
    if state.entrant_of(user) is not None and not _waits_to_come_back(state):
        return _back(state, user)
    return _filled(replace(state, reserves=(*state.reserves, user)))


def _waits_to_come_back(state: Tournament) -> bool:
    return state.is_league and state.stage is not None


def _back(state: Tournament, user: int) -> Tournament:
    return _changed(
        state, user, lambda entrant: replace(entrant, standing=EntrantStatus.IN, vanished=False)
    )


def _filled(state: Tournament) -> Tournament:
    """Give free places to waiting players, the first in line first.

    In a league places are also free if their players are gone. Players who get a place after
    check-in has opened count as checked in.
    """
    is_open = state.status is TournamentStatus.OPEN
    if not is_open and not state.is_league:
        return state
    people = len(state.entrants) if is_open else sum(entrant.plays for entrant in state.entrants)
    free = max(state.terms.most - people, 0)
    arriving, waiting = state.reserves[:free], state.reserves[free:]
    state = replace(state, reserves=waiting)
    for user in arriving:
        if state.entrant_of(user) is not None:
            state = _back(state, user)
            continue
        newcomer = Entrant(len(state.entrants), user, checked_in=state.check_in is not None)
        state = replace(state, entrants=(*state.entrants, newcomer))
    return state


def _left(state: Tournament, user: int) -> Tournament:
    if user in state.reserves:
        return replace(
            state, reserves=tuple(reserve for reserve in state.reserves if reserve != user)
        )
    if state.status is not TournamentStatus.OPEN:
        raise ValueError("after the start people withdraw")
    staying = [entrant for entrant in state.entrants if entrant.user != user]
    entrants = tuple(replace(entrant, number=number) for number, entrant in enumerate(staying))
    return _filled(replace(state, entrants=entrants))


def _started(state: Tournament, at: int, values: dict[str, Any]) -> Tournament:
    absent = set(values["absent"])
    return replace(
        state,
        status=TournamentStatus.RUNNING,
        started=at,
        seed=bytes.fromhex(values["seed"]),
        rules=values["rules"],
        ratings=tuple(values["ratings"]),
        entrants=tuple(
            replace(entrant, standing=EntrantStatus.ABSENT) if entrant.number in absent else entrant
            for entrant in state.entrants
        ),
    )


def _paired(state: Tournament, at: int, values: dict[str, Any]) -> Tournament:
    seated = {TableId.parse(text): tuple(seats) for text, seats in values["tables"].items()}
    if any(state.table(table) is not None for table in seated):
        raise ValueError("a table is seated once")
    bye = TableResult((1,), How.BYE)
    tables = (
        Table(table, seats, at, bye if len(seats) == 1 else None) for table, seats in seated.items()
    )
    state = replace(state, tables=state.tables.changed(tables))
    if values["until"] is None:
        return state

    def with_ends(stage: Stage) -> Stage:
        rounds = {table.round for table in seated if table.stage == stage.number}
        new = sorted(rounds - {end.round for end in stage.ends})
        ends = (RoundEnd(number, values["until"], at) for number in new)
        return replace(stage, ends=(*stage.ends, *ends)) if new else stage

    return replace(state, stages=tuple(map(with_ends, state.stages)))


def _decided(state: Tournament, event: TournamentEvent, values: dict[str, Any]) -> Tournament:
    table = state.table(TableId.parse(values["table"]))
    if table is None:
        raise ValueError("a seated table is decided")
    how = How.ADJUDICATED if event.kind is TournamentEventKind.ADJUDICATED else How(values["how"])
    match = None if table.result is None else table.result.match
    late = tuple(values.get("late", ()))
    result = TableResult(tuple(values["places"]), how, values.get("match", match), late)
    until = state.round_until(table.id.stage, table.id.round)
    left = None if until is None else until - event.at
    tables = state.tables.changed([replace(table, result=result, left=left)])
    entrants = list(state.entrants)
    for number in table.seats:
        entrant = entrants[number]
        played = entrant.played or (bool(result.places) and number not in late)
        entrants[number] = replace(entrant, vanished=number in late, played=played)
    adjudicated = state.adjudicated
    if how is How.ADJUDICATED and table.id not in adjudicated:
        adjudicated = (*adjudicated, table.id)
    return replace(state, tables=tables, entrants=tuple(entrants), adjudicated=adjudicated)


def _substituted(state: Tournament, number: int, user: int, at: int) -> Tournament:
    place = state.entrants[number]
    earlier, played = (*place.before, place.user), place.played and place.user == user
    substitute = Entrant(number, user, before=earlier, since=at, played=played)
    return replace(
        state,
        entrants=tuple(substitute if other.number == number else other for other in state.entrants),
        reserves=tuple(other for other in state.reserves if other != user),
    )


def _extended(state: Tournament, event: TournamentEvent, values: dict[str, Any]) -> Tournament:
    """Move the end of registration or, after the start, of rounds.

    A moderator gives all rounds with open tables the same end, and downtimes that are not yet
    included will still move it. An extension after downtimes gives each round an end of its own.
    """
    until = values["until"]
    if state.status is TournamentStatus.OPEN:
        set_at = values.get("up_to", event.at) if event.by is None else state.closes_set
        return replace(state, terms=replace(state.terms, closes=until), closes_set=set_at)
    if "rounds" in values:
        moved = {(stage, number): end for stage, number, end in values["rounds"]}
    else:
        played = (table.id for table in state.open_tables)
        moved = dict.fromkeys(((table_id.stage, table_id.round) for table_id in played), until)

    def extended(stage: Stage) -> Stage:
        if not any((stage.number, end.round) in moved for end in stage.ends):
            return stage
        ends, longest = list[RoundEnd](), 0
        for end in stage.ends:
            later = moved.get((stage.number, end.round))
            if later is None:
                ends.append(end)
            elif "rounds" not in values:
                ends.append(replace(end, until=later))
            else:
                ends.append(replace(end, until=later, counted=values["up_to"]))
                longest = max(longest, later - end.until)
        return replace(stage, ends=tuple(ends), moved=stage.moved + longest)

    return replace(state, stages=tuple(map(extended, state.stages)))


def _stage_over(state: Tournament, at: int, values: dict[str, Any]) -> Tournament:
    order = tuple(tuple(group) for group in values["order"])
    places = tuple(tuple(group) for group in values["places"])
    stages = (
        replace(stage, over=at, order=order, places=places)
        if stage.number == values["stage"]
        else stage
        for stage in state.stages
    )
    return replace(state, stages=tuple(stages))


def _changed(state: Tournament, user: int, change: Callable[[Entrant], Entrant]) -> Tournament:
    if state.entrant_of(user) is None:
        raise ValueError("they have a place")
    entrants = (change(entrant) if entrant.user == user else entrant for entrant in state.entrants)
    return replace(state, entrants=tuple(entrants))
