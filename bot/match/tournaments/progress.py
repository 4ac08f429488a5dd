"""Automatic events of a tournament: a pure function of its state, the time and a few facts.

`due_events` returns the next due events. The caller appends them and asks again, until nothing is
due, so each rule looks at one situation only. Matches begin and end elsewhere (conductor.py),
because they need the store.

Being pure matters for the proof: `verify` in files.py asks this function the same questions, and
every automatic event must be the answer. All input from outside is in Facts, and each fact is
written into the event that it leads to.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.match.tournaments.events import TournamentEventKind, detail_of
from bot.match.tournaments.round_time import extension
from bot.match.tournaments.rounds import Seats, is_played_out, plays_on, rounds_planned, seatable
from bot.match.tournaments.stages import final_places, groups_of, stage_over, tied_first
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import (
    EDITION,
    Entrant,
    EntrantStatus,
    Stage,
    StageKind,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import EntrantNumber
from bot.match.tournaments.terms import FEWEST, Format, Seeding
from bot.match.values.players import UserId, is_person
from bot.match.values.times import DAY, HOUR, Span

Numbers = tuple[EntrantNumber, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """An event that is due; fields as in TournamentEvent."""

    kind: TournamentEventKind
    detail: str = "{}"
    user: UserId | None = None

    @property
    def details(self) -> dict[str, Any]:
        values: dict[str, Any] = json.loads(self.detail)
        return values


@dataclass(frozen=True, slots=True)
class Facts:
    at: int
    seed: bytes = field(repr=False)
    rules: int
    ratings: Mapping[UserId, float]
    away: frozenset[UserId] = frozenset()
    up_to: int | None = None
    """The last time at which the bot is known to have been up: no clock runs past it. None means
    `at`.
    """
    downtimes: tuple[Span, ...] = ()
    """Ordered by start, from `round_time.counts_since` on."""

    @property
    def due_by(self) -> int:
        return self.at if self.up_to is None else min(self.at, self.up_to)


def due_events(now: Tournament, facts: Facts) -> tuple[Due, ...]:
    """Return the next due events in order; () if there are none."""
    moved = extension(now, facts.at, facts.due_by, facts.downtimes)
    if moved is not None:
        return (Due(TournamentEventKind.EXTENDED, moved),)
    match now.status:
        case TournamentStatus.OPEN:
            return _forgotten(now, TournamentEventKind.LEFT) or _open(now, facts)
        case TournamentStatus.RUNNING:
            return _forgotten(now, TournamentEventKind.WITHDREW) or _running(now, facts)
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            return ()


def next_time(now: Tournament, at: int) -> int | None:
    times: list[int] = []
    terms = now.terms
    match now.status:
        case TournamentStatus.OPEN:
            if terms.opens_check_in is not None and now.check_in is None:
                times.append(terms.opens_check_in)
            if terms.closes is not None:
                times.append(terms.closes)
        case TournamentStatus.RUNNING:
            stage = now.stage
            times += () if stage is None else now.ends_of(stage.number)
            if stage is not None and (end := season_end(now, stage)) is not None:
                times.append(end)
            if now.is_league and (stage is None or stage.over is not None):
                times.append(at + DAY)  # a player may be back from an absence
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            pass
    return min((time for time in times if time > at), default=None)


def season_end(now: Tournament, stage: Stage) -> int | None:
    if not now.is_league or stage.seconds is None:
        return None
    return stage.began + stage.moved + stage.seconds


def start(now: Tournament, facts: Facts) -> tuple[Due, ...]:
    """End registration. Reserve players replace entrants who did not check in."""
    checks = now.check_in is not None
    absent = [entrant for entrant in now.entrants if checks and not entrant.checked_in]
    rated = now.terms.seeding is Seeding.RATING
    started = detail_of(
        seed=facts.seed.hex(),
        rules=facts.rules,
        ratings=[facts.ratings.get(entrant.user) for entrant in now.entrants] if rated else [],
        absent=[entrant.number for entrant in absent],
    )
    replacements = zip(absent, now.reserves, strict=False)
    return (
        Due(TournamentEventKind.STARTED, started),
        *(_substituted(entrant.number, user) for entrant, user in replacements),
    )


def present(now: Tournament) -> int:
    if now.check_in is None:
        return len(now.entrants)
    here = sum(entrant.checked_in for entrant in now.entrants)
    return min(here + len(now.reserves), len(now.entrants))


def _forgotten(now: Tournament, leaving: TournamentEventKind) -> tuple[Due, ...]:
    waiting = next((user for user in now.reserves if not is_person(user)), None)
    if waiting is not None:
        return (Due(TournamentEventKind.LEFT, user=waiting),)
    staying = (
        entrant.user
        for entrant in now.entrants
        if entrant.standing in (EntrantStatus.IN, EntrantStatus.DROPPED)
    )
    user = next((user for user in staying if not is_person(user)), None)
    return () if user is None else (Due(leaving, user=user),)


def _open(now: Tournament, facts: Facts) -> tuple[Due, ...]:
    terms = now.terms
    opens = terms.opens_check_in
    if opens is not None and now.check_in is None and facts.at >= opens:
        check_in = Due(TournamentEventKind.CHECK_IN)
        if terms.closes is None or facts.at < terms.closes:
            return (check_in,)
        # The bot was down when check-in should have opened: give players the full time now.
        until = facts.at + terms.check_in * HOUR
        return (check_in, Due(TournamentEventKind.EXTENDED, detail_of(until=until)))
    if terms.closes is None or facts.due_by < terms.closes:
        return ()
    if present(now) < FEWEST:
        # Keep the players: registration and check-in stay open until a moderator starts it.
        waiting = replace(terms, closes=None, check_in=0)
        return (Due(TournamentEventKind.EDITED, detail_of(terms=waiting.text)),)
    return start(now, facts)


def _running(now: Tournament, facts: Facts) -> tuple[Due, ...]:
    stage = now.stage
    if stage is None:
        return _stage(now, facts, 1)
    if stage.over is not None:
        return _after(now, facts, stage)
    vacancy = vacated(now, stage)
    if vacancy is not None:
        if vacancy.successor is None:
            return (Due(TournamentEventKind.DROPPED, user=now.entrants[vacancy.number].user),)
        return (_substituted(vacancy.number, vacancy.successor),)
    seats = seatable(now, stage, facts.due_by)
    if seats:
        return (_paired(now, stage, seats, facts.at),)
    end = season_end(now, stage)
    if is_played_out(now, stage) and (end is None or facts.due_by >= end):
        return (Due(TournamentEventKind.STAGE_OVER, stage_over(now, stage)),)
    return ()


def _after(now: Tournament, facts: Facts, stage: Stage) -> tuple[Due, ...]:
    number = stage.number + 1
    if now.is_league:
        return _stage(now, facts, number)
    if stage.number == 1:
        if now.terms.format is Format.GROUPS:
            final = any(groups_of(now, number))  # all players may be gone
        else:
            final = len(tied_first(now, stage)) > 1
        if final:
            return _stage(now, facts, number)
    return (Due(TournamentEventKind.FINISHED, detail_of(places=list(final_places(now)))),)


def _stage(now: Tournament, facts: Facts, number: int) -> tuple[Due, ...]:
    resting: Numbers = ()
    if now.is_league:
        resting = tuple(
            entrant.number
            for entrant in now.entrants
            if entrant.plays and entrant.user in facts.away
        )
        if sum(entrant.plays for entrant in now.entrants) - len(resting) < FEWEST:
            return ()  # the season begins once there are enough players
    values: dict[str, object] = {
        "stage": number,
        "groups": [list(group) for group in groups_of(now, number, resting)],
        "resting": list(resting),
        "edition": EDITION,
    }
    return (Due(TournamentEventKind.STAGE, detail_of(**values)),)


def _paired(now: Tournament, stage: Stage, seats: Seats, at: int) -> Due:
    seconds = now.terms.round_seconds
    until: int | None = None
    if seconds is not None:
        round_number = min(table.round for table in seats)
        seats = {table: at for table, at in seats.items() if table.round == round_number}
        until = now.round_until(stage.number, round_number)
        if until is None and now.is_league:
            until = _round_end(now, stage, round_number, at)
        elif until is None:
            until = at + seconds
    tables = {str(table): list(seats[table]) for table in sorted(seats)}
    return Due(TournamentEventKind.PAIRED, detail_of(tables=tables, until=until))


def _round_end(now: Tournament, stage: Stage, number: int, at: int) -> int:
    """Return the end of a season's round that begins at `at`, in seconds since 1970.

    The rounds are spread evenly. A round that begins with less than half of its time left gets its
    full length.
    """
    seconds, rounds = stage.seconds or 0, rounds_planned(now, stage)
    began, length = stage.began + stage.moved, seconds // rounds
    planned = began + seconds * number // rounds
    return planned if planned - at >= length // 2 else at + length


def _substituted(number: EntrantNumber, user: UserId) -> Due:
    return Due(TournamentEventKind.SUBSTITUTED, detail_of(entrant=number), user)


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A place whose player is gone."""

    number: EntrantNumber
    successor: UserId | None


def vacated(now: Tournament, stage: Stage) -> Vacancy | None:
    """Return the next vacant place of a running stage that needs an event.

    A player who vanished is dropped, or replaced from the next round on. One who withdrew is
    replaced once their running matches have ended. A place without further matches stays as it is.
    """
    if stage.kind is StageKind.KNOCKOUT:
        return None
    reserve = _reserve(now)
    for entrant in now.entrants:
        if entrant.plays and entrant.vanished:
            to_come = _has_matches_to_come(now, stage, entrant)
            if to_come or now.is_league:
                return Vacancy(entrant.number, reserve if to_come else None)
        elif reserve is not None and _may_be_filled(now, stage, entrant):
            return Vacancy(entrant.number, reserve)
    return None


def _reserve(now: Tournament) -> UserId | None:
    return next((user for user in now.reserves if now.entrant_of(user) is None), None)


def _may_be_filled(now: Tournament, stage: Stage, entrant: Entrant) -> bool:
    if entrant.standing is not EntrantStatus.WITHDRAWN or now.is_league:
        return False
    if all(entrant.number not in group for group in stage.groups):
        return False
    is_playing = any(entrant.number in table.seats for table in now.open_tables)
    return not is_playing and _has_matches_to_come(now, stage, entrant)


def _has_matches_to_come(now: Tournament, stage: Stage, entrant: Entrant) -> bool:
    if plays_on(now, stage, entrant.number):
        return True
    return now.terms.format is Format.GROUPS and _reaches_final(now, stage, entrant)


def _reaches_final(now: Tournament, stage: Stage, entrant: Entrant) -> bool:
    group = next((n for n, group in enumerate(stage.groups) if entrant.number in group), None)
    if group is None or any(table.result is None for table in now.tables_of(stage.number, group)):
        return False
    if any(plays_on(now, stage, number) for number in stage.groups[group]):
        return False
    order = [line.entrant for line in standings(now, stage)[group]]
    staying = [number for number in order if number == entrant.number or now.entrants[number].plays]
    return staying.index(entrant.number) < now.terms.advance
