"""What happens in a tournament by itself: a pure function of its events, the time and a few facts.

`due_events` is asked again after each answer, until it says that nothing is due. Matches are begun
and ended elsewhere (service.py), as that is no pure matter.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.match.tournaments.events import EventKind, detail_of
from bot.match.tournaments.round_time import extension
from bot.match.tournaments.rounds import Seats, is_played_out, plays_on, rounds_planned, seatable
from bot.match.tournaments.stages import final_places, groups_of, stage_over, tied_first
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import (
    EDITION,
    FIRST_EDITION,
    Entrant,
    Stage,
    StageKind,
    Standing,
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

    kind: EventKind
    detail: str = "{}"
    user: UserId | None = None

    @property
    def details(self) -> dict[str, Any]:
        """The values in `detail`."""
        values: dict[str, Any] = json.loads(self.detail)
        return values


@dataclass(frozen=True, slots=True)
class Facts:
    """What a tournament needs to know of the world around it."""

    at: int
    """Now, in seconds since 1970."""
    seed: bytes = field(repr=False)
    """Its seed, which is secret before the start."""
    rules: int
    """The newest version of the game's rules."""
    ratings: Mapping[UserId, float]
    """Of those who have one."""
    away: frozenset[UserId] = frozenset()
    """Who is away now."""
    edition: int = field(default=EDITION, kw_only=True)
    """The edition of the rules by which a stage begins."""
    up_to: int | None = None
    """The last time at which the bot is known to have been up, in seconds since 1970: no clock has
    run past it. None: until now."""
    downtimes: tuple[Span, ...] = ()
    """When the bot was down, ordered by start, since `round_time.counts_since`."""

    @property
    def due_by(self) -> int:
        """The time up to which ends are over: what ends later is not due."""
        return self.at if self.up_to is None else min(self.at, self.up_to)


def due_events(now: Tournament, facts: Facts) -> tuple[Due, ...]:
    """What is due, in order; () if nothing is."""
    moved = extension(now, facts.at, facts.due_by, facts.downtimes)
    if moved is not None:
        return (Due(EventKind.EXTENDED, moved),)
    match now.status:
        case TournamentStatus.OPEN:
            return _forgotten(now, EventKind.LEFT) or _open(now, facts)
        case TournamentStatus.RUNNING:
            return _forgotten(now, EventKind.WITHDREW) or _running(now, facts)
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            return ()


def next_time(now: Tournament, at: int) -> int | None:
    """When after `at` something may be due, if nobody does anything; None: never."""
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
                times.append(at + DAY)  # somebody may be back from days off
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            pass
    return min((time for time in times if time > at), default=None)


def season_end(now: Tournament, stage: Stage) -> int | None:
    """When a season of a league ends, in seconds since 1970; None if it has no set length."""
    seconds = _season_seconds(now, stage)
    if not now.is_league or seconds is None:
        return None
    return stage.began + stage.moved + seconds


def _season_seconds(now: Tournament, stage: Stage) -> int | None:
    """Return how long a season lasts, in seconds; None if it has no set length.

    New terms hold for the seasons after it. By earlier editions they changed the season itself.
    """
    return now.terms.round_seconds if stage.is_before_third_edition else stage.seconds


def start(now: Tournament, facts: Facts) -> tuple[Due, ...]:
    """Registration ends. People from the reserve come in for those who did not check in."""
    checks = now.check_in is not None
    absent = [one for one in now.entrants if checks and not one.checked_in]
    rated = now.terms.seeding is Seeding.RATING
    started = detail_of(
        seed=facts.seed.hex(),
        rules=facts.rules,
        ratings=[facts.ratings.get(one.user) for one in now.entrants] if rated else [],
        absent=[one.number for one in absent],
    )
    came = zip(absent, now.reserves, strict=False)
    return (
        Due(EventKind.STARTED, started),
        *(_substituted(one.number, user) for one, user in came),
    )


def present(now: Tournament) -> int:
    """With how many people it would start now."""
    if now.check_in is None:
        return len(now.entrants)
    here = sum(one.checked_in for one in now.entrants)
    return min(here + len(now.reserves), len(now.entrants))


def _forgotten(now: Tournament, leaving: EventKind) -> tuple[Due, ...]:
    """Those who have been forgotten leave."""
    waiting = next((user for user in now.reserves if not is_person(user)), None)
    if waiting is not None:
        return (Due(EventKind.LEFT, user=waiting),)
    staying = (one.user for one in now.entrants if one.standing in (Standing.IN, Standing.DROPPED))
    user = next((user for user in staying if not is_person(user)), None)
    return () if user is None else (Due(leaving, user=user),)


def _open(now: Tournament, facts: Facts) -> tuple[Due, ...]:
    terms = now.terms
    opens = terms.opens_check_in
    if opens is not None and now.check_in is None and facts.at >= opens:
        called = Due(EventKind.CHECK_IN)
        if terms.closes is None or facts.at < terms.closes:
            return (called,)
        # The bot was down, and nobody could say that they are there.
        until = facts.at + terms.check_in * HOUR
        return (called, Due(EventKind.EXTENDED, detail_of(until=until)))
    if terms.closes is None or facts.due_by < terms.closes:
        return ()
    if present(now) < FEWEST:
        # Nobody is sent away: registration stays open until a moderator starts it. Check-in has
        # opened, and stays so.
        waiting = replace(terms, closes=None, check_in=0)
        return (Due(EventKind.EDITED, detail_of(terms=waiting.text)),)
    return start(now, facts)


def _running(now: Tournament, facts: Facts) -> tuple[Due, ...]:
    stage = now.stage
    if stage is None:
        return _stage(now, facts, 1)
    if stage.over is not None:
        return _after(now, facts, stage)
    gone = vacated(now, stage)
    if gone is not None:
        if gone.successor is None:
            return (Due(EventKind.DROPPED, user=now.entrants[gone.number].user),)
        return (_substituted(gone.number, gone.successor),)
    seats = seatable(now, stage, facts.due_by)
    if seats:
        return (_paired(now, stage, seats, facts.at),)
    end = season_end(now, stage)
    if is_played_out(now, stage) and (end is None or facts.due_by >= end):
        return (Due(EventKind.STAGE_OVER, stage_over(now, stage)),)
    return ()


def _after(now: Tournament, facts: Facts, stage: Stage) -> tuple[Due, ...]:
    """What follows a stage that is over: the next one, or the end."""
    number = stage.number + 1
    if now.is_league:
        return _stage(now, facts, number)
    if stage.number == 1:
        if now.terms.format is Format.GROUPS:
            final = any(groups_of(now, number))  # somebody may be left
        else:
            final = len(tied_first(now, stage)) > 1
        if final:
            return _stage(now, facts, number)
    return (Due(EventKind.FINISHED, detail_of(places=list(final_places(now)))),)


def _stage(now: Tournament, facts: Facts, number: int) -> tuple[Due, ...]:
    resting: Numbers = ()
    if now.is_league:
        resting = tuple(one.number for one in now.entrants if one.plays and one.user in facts.away)
        if sum(one.plays for one in now.entrants) - len(resting) < FEWEST:
            return ()  # the season begins when there are enough
    values: dict[str, object] = {
        "stage": number,
        "groups": [list(group) for group in groups_of(now, number, resting)],
        "resting": list(resting),
    }
    if facts.edition != FIRST_EDITION:
        values["edition"] = facts.edition
    return (Due(EventKind.STAGE, detail_of(**values)),)


def _paired(now: Tournament, stage: Stage, seats: Seats, at: int) -> Due:
    """The event that seats these tables; a round by itself if rounds have a deadline."""
    seconds = now.terms.round_seconds
    until: int | None = None
    if seconds is not None:
        first = min(table.round for table in seats)
        seats = {table: at for table, at in seats.items() if table.round == first}
        until = now.round_until(stage.number, first)
        if until is None and now.is_league:
            until = _round_end(now, stage, first, at)
        elif until is None:
            until = at + seconds
    tables = {str(table): list(seats[table]) for table in sorted(seats)}
    return Due(EventKind.PAIRED, detail_of(tables=tables, until=until))


def _round_end(now: Tournament, stage: Stage, number: int, at: int) -> int:
    """When a round of a season ends that begins at `at`, in seconds since 1970.

    The rounds are spread evenly. One that begins late, as the round before was extended or the bot
    was down, is as long as the others if less than half of its time is left.
    """
    seconds, rounds = _season_seconds(now, stage) or 0, rounds_planned(now, stage)
    began, length = stage.began + stage.moved, seconds // rounds
    planned = began + seconds * number // rounds
    return planned if planned - at >= length // 2 else at + length


def _substituted(number: EntrantNumber, user: UserId) -> Due:
    return Due(EventKind.SUBSTITUTED, detail_of(entrant=number), user)


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A place whose player is gone."""

    number: EntrantNumber
    successor: UserId | None
    """The reserve player who comes in; None: the player is dropped."""


def vacated(now: Tournament, stage: Stage) -> Vacancy | None:
    """Return the next place of a running stage that a reserve player takes over, or that its player
    is dropped from.

    Players who vanished are dropped from the next round on, or replaced from the reserve list.
    Players who withdrew are replaced once their running matches are over. A place without matches
    to come is left alone, because a reserve player would have nothing to play.
    """
    if stage.kind is StageKind.KNOCKOUT:
        return None
    reserve = _reserve(now, stage)
    for one in now.entrants:
        if one.plays and one.vanished:
            to_come = _has_matches_to_come(now, stage, one)
            if to_come or now.is_league:
                return Vacancy(one.number, reserve if to_come else None)
        elif reserve is not None and _may_be_filled(now, stage, one):
            return Vacancy(one.number, reserve)
    return None


def _reserve(now: Tournament, stage: Stage) -> UserId | None:
    """Return the first on the reserve list who has no place of their own to come back to."""
    if stage.is_first_edition:
        return now.reserves[0] if now.reserves else None
    return next((user for user in now.reserves if now.entrant_of(user) is None), None)


def _may_be_filled(now: Tournament, stage: Stage, one: Entrant) -> bool:
    """Return whether a reserve player can come in for a player who withdrew."""
    if one.standing is not Standing.WITHDRAWN or now.is_league or stage.is_first_edition:
        return False
    if all(one.number not in group for group in stage.groups):
        return False
    is_playing = any(one.number in table.seats for table in now.open_tables)
    return not is_playing and _has_matches_to_come(now, stage, one)


def _has_matches_to_come(now: Tournament, stage: Stage, one: Entrant) -> bool:
    """Return whether a place has matches to come: in this stage, or in the final after it."""
    if now.terms.format is Format.GROUPS and stage.is_first_edition:
        return True
    if plays_on(now, stage, one.number):
        return True
    return now.terms.format is Format.GROUPS and _reaches_final(now, stage, one)


def _reaches_final(now: Tournament, stage: Stage, one: Entrant) -> bool:
    """Return whether a place goes on to the final; False as long as its group plays."""
    group = next((n for n, group in enumerate(stage.groups) if one.number in group), None)
    if group is None or any(table.result is None for table in now.tables_of(stage.number, group)):
        return False
    if any(plays_on(now, stage, number) for number in stage.groups[group]):
        return False
    order = [line.entrant for line in standings(now, stage)[group]]
    staying = [number for number in order if number == one.number or now.entrants[number].plays]
    return staying.index(one.number) < now.terms.advance
