"""A tournament, worked out from its events alone."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.state import (
    Entrant,
    Stage,
    StageKind,
    Standing,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import How, Table, TableId, TableResult
from bot.match.tournaments.terms import Format, Terms


def fold(events: Iterable[TournamentEvent]) -> Tournament:
    """The tournament after these events, of which there is at least the first.

    Raises AssertionError, KeyError, TypeError or ValueError if they make no sense.
    """
    first, *rest = events
    tournament = _created(first)
    for event in rest:
        tournament = after(tournament, event)
    return tournament


def after(before: Tournament, event: TournamentEvent) -> Tournament:
    """The tournament after one more event; raises as `fold`."""
    assert event.n == before.events, "events follow each other"
    return replace(_after(before, event, event.details), events=event.n + 1)


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
        Terms.parse(values["terms"]), event.by or 0, values["commitment"], event.at, events=1
    )


def _after(now: Tournament, event: TournamentEvent, values: dict[str, Any]) -> Tournament:
    user = event.user or 0
    match event.kind:
        case EventKind.CREATED:
            raise AssertionError("it is made once")
        case EventKind.EDITED:
            return replace(now, terms=Terms.parse(values["terms"]))
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
                values["stage"], kind_of(now.terms.format, values["stage"]), groups, event.at
            )
            return replace(now, stages=(*now.stages, stage))
        case EventKind.PAIRED:
            return _paired(now, event.at, values)
        case EventKind.RESULT | EventKind.ADJUDICATED:
            return _decided(now, event.kind, values)
        case EventKind.WITHDREW:
            return _changed(now, user, lambda one: replace(one, standing=Standing.WITHDRAWN))
        case EventKind.DROPPED:
            return _changed(now, user, lambda one: replace(one, standing=Standing.DROPPED))
        case EventKind.SUBSTITUTED:
            return _substituted(now, values["entrant"], user)
        case EventKind.EXTENDED:
            return _extended(now, values["until"])
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

    A league takes everybody at any time: they play from the next season on.
    """
    mine = now.entrant_of(user)
    if mine is not None:
        return _changed(now, user, lambda one: replace(one, standing=Standing.IN, vanished=False))
    takes = now.status is TournamentStatus.OPEN or now.is_league
    if takes and len(now.entrants) < now.terms.most:
        one = Entrant(len(now.entrants), user)
        return replace(now, entrants=(*now.entrants, one))
    return replace(now, reserves=(*now.reserves, user))


def _left(now: Tournament, user: int) -> Tournament:
    if user in now.reserves:
        return replace(now, reserves=tuple(one for one in now.reserves if one != user))
    assert now.status is TournamentStatus.OPEN, "after the start people withdraw"
    stay = [one for one in now.entrants if one.user != user]
    reserves = now.reserves
    if reserves and len(stay) < now.terms.most:
        stay.append(Entrant(0, reserves[0]))
        reserves = reserves[1:]
    entrants = tuple(replace(one, number=number) for number, one in enumerate(stay))
    return replace(now, entrants=entrants, reserves=reserves)


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


def _paired(now: Tournament, at: int, values: dict[str, Any]) -> Tournament:
    made = []
    for text, seats in values["tables"].items():
        table = TableId.parse(text)
        assert now.table(table) is None, "a table is seated once"
        bye = TableResult((1,), How.BYE) if len(seats) == 1 else None
        made.append(Table(table, tuple(seats), at, bye))
    until = now.until
    if values["until"] is not None:
        rounds = sorted({(table.id.stage, table.id.round) for table in made})
        known = {(stage, number) for stage, number, _ in until}
        new = ((*one, values["until"]) for one in rounds if one not in known)
        until = (*until, *new)
    return replace(now, tables=(*now.tables, *made), until=until)


def _decided(now: Tournament, kind: EventKind, values: dict[str, Any]) -> Tournament:
    table = TableId.parse(values["table"])
    before = now.table(table)
    assert before is not None, "only a table that was seated is decided"
    how = How.ADJUDICATED if kind is EventKind.ADJUDICATED else How(values["how"])
    known = None if before.result is None else before.result.match
    late = tuple(values.get("late", ()))
    result = TableResult(tuple(values["places"]), how, values.get("match", known), late)
    tables = (replace(one, result=result) if one.id == table else one for one in now.tables)
    return replace(
        now,
        tables=tuple(tables),
        entrants=tuple(
            replace(one, vanished=one.number in late) if one.number in before.seats else one
            for one in now.entrants
        ),
    )


def _substituted(now: Tournament, number: int, user: int) -> Tournament:
    one = now.entrants[number]
    came = Entrant(number, user, before=(*one.before, one.user))
    return replace(
        now,
        entrants=tuple(came if other.number == number else other for other in now.entrants),
        reserves=tuple(other for other in now.reserves if other != user),
    )


def _extended(now: Tournament, until: int) -> Tournament:
    """Registration ends then; after the start the rounds that have open tables, and no others."""
    if now.status is TournamentStatus.OPEN:
        return replace(now, terms=replace(now.terms, closes=until))
    rounds = {(table.id.stage, table.id.round) for table in now.open_tables}
    moved = (
        (stage, number, until if (stage, number) in rounds else at)
        for stage, number, at in now.until
    )
    return replace(now, until=tuple(moved))


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
