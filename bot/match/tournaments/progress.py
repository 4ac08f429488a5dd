"""Automatic events of a tournament: a pure function of its state, the time and a few facts.

`due_events` returns the next due events. The caller appends them and asks again, until nothing is
due, so each rule looks at one situation only. Matches begin and end elsewhere (conductor.py),
because they need the store.

Being pure matters for the proof: `verify` in files.py asks this function the same questions, and
every automatic event must be the answer. All input from outside is in Facts, and each fact is
written into the event that it leads to.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.match.tournaments.events import (
    Events,
    TournamentEvent,
    TournamentEventKind,
    detail_of,
    in_order,
)
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


def due_events(state: Tournament, facts: Facts) -> Events:
    """Return the next due events in order; () if there are none."""
    moved = extension(state, facts.at, facts.due_by, facts.downtimes)
    if moved is not None:
        return (state.event(facts.at, TournamentEventKind.EXTENDED, detail=moved),)
    match state.status:
        case TournamentStatus.OPEN:
            return _forgotten(state, facts, TournamentEventKind.LEFT) or _open(state, facts)
        case TournamentStatus.RUNNING:
            return _forgotten(state, facts, TournamentEventKind.WITHDREW) or _running(state, facts)
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            return ()


def next_time(state: Tournament, at: int) -> int | None:
    times: list[int] = []
    terms = state.terms
    match state.status:
        case TournamentStatus.OPEN:
            if terms.opens_check_in is not None and state.check_in is None:
                times.append(terms.opens_check_in)
            if terms.closes is not None:
                times.append(terms.closes)
        case TournamentStatus.RUNNING:
            stage = state.stage
            times += () if stage is None else (end.until for end in stage.ends)
            if stage is not None and (end := season_end(state, stage)) is not None:
                times.append(end)
            if state.is_league and (stage is None or stage.over is not None):
                times.append(at + DAY)  # a player may be back from an absence
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            pass
    return min((time for time in times if time > at), default=None)


def season_end(state: Tournament, stage: Stage) -> int | None:
    if not state.is_league or stage.seconds is None:
        return None
    return stage.began + stage.moved + stage.seconds


def start(state: Tournament, facts: Facts) -> Events:
    """End registration. Reserve players replace entrants who did not check in."""
    checks = state.check_in is not None
    absent = [entrant for entrant in state.entrants if checks and not entrant.checked_in]
    rated = state.terms.seeding is Seeding.RATING
    started = detail_of(
        seed=facts.seed.hex(),
        rules=facts.rules,
        ratings=[facts.ratings.get(entrant.user) for entrant in state.entrants] if rated else [],
        absent=[entrant.number for entrant in absent],
    )
    replacements = zip(absent, state.reserves, strict=False)
    return in_order(
        (
            state.event(facts.at, TournamentEventKind.STARTED, detail=started),
            *(_substituted(state, facts, entrant.number, user) for entrant, user in replacements),
        )
    )


def present(state: Tournament) -> int:
    if state.check_in is None:
        return len(state.entrants)
    here = sum(entrant.checked_in for entrant in state.entrants)
    return min(here + len(state.reserves), len(state.entrants))


def _forgotten(state: Tournament, facts: Facts, leaving: TournamentEventKind) -> Events:
    waiting = next((user for user in state.reserves if not is_person(user)), None)
    if waiting is not None:
        return (state.event(facts.at, TournamentEventKind.LEFT, user=waiting),)
    staying = (
        entrant.user
        for entrant in state.entrants
        if entrant.standing in (EntrantStatus.IN, EntrantStatus.DROPPED)
    )
    user = next((user for user in staying if not is_person(user)), None)
    return () if user is None else (state.event(facts.at, leaving, user=user),)


def _open(state: Tournament, facts: Facts) -> Events:
    terms = state.terms
    opens = terms.opens_check_in
    if opens is not None and state.check_in is None and facts.at >= opens:
        check_in = state.event(facts.at, TournamentEventKind.CHECK_IN)
        if terms.closes is None or facts.at < terms.closes:
            return (check_in,)
        # The bot was down when check-in should have opened: give players the full time now.
        until = facts.at + terms.check_in * HOUR
        extended = state.event(
            facts.at, TournamentEventKind.EXTENDED, detail=detail_of(until=until)
        )
        return in_order((check_in, extended))
    if terms.closes is None or facts.due_by < terms.closes:
        return ()
    if present(state) < FEWEST:
        # Keep the players: registration and check-in stay open until a moderator starts it.
        waiting = replace(terms, closes=None, check_in=0)
        detail = detail_of(terms=waiting.text)
        return (state.event(facts.at, TournamentEventKind.EDITED, detail=detail),)
    return start(state, facts)


def _running(state: Tournament, facts: Facts) -> Events:
    stage = state.stage
    if stage is None:
        return _stage(state, facts, 1)
    if stage.over is not None:
        return _after(state, facts, stage)
    vacancy = next_vacancy(state, stage)
    if vacancy is not None:
        number, successor = vacancy
        if successor is None:
            user = state.entrants[number].user
            return (state.event(facts.at, TournamentEventKind.DROPPED, user=user),)
        return (_substituted(state, facts, number, successor),)
    seats = seatable(state, stage, facts.due_by)
    if seats:
        return (_paired(state, stage, seats, facts.at),)
    end = season_end(state, stage)
    if is_played_out(state, stage) and (end is None or facts.due_by >= end):
        detail = stage_over(state, stage)
        return (state.event(facts.at, TournamentEventKind.STAGE_OVER, detail=detail),)
    return ()


def _after(state: Tournament, facts: Facts, stage: Stage) -> Events:
    number = stage.number + 1
    if state.is_league:
        return _stage(state, facts, number)
    if stage.number == 1:
        if state.terms.format is Format.GROUPS:
            final = any(groups_of(state, number))  # all players may be gone
        else:
            final = len(tied_first(state, stage)) > 1
        if final:
            return _stage(state, facts, number)
    detail = detail_of(places=list(final_places(state)))
    return (state.event(facts.at, TournamentEventKind.FINISHED, detail=detail),)


def _stage(state: Tournament, facts: Facts, number: int) -> Events:
    resting: Numbers = ()
    if state.is_league:
        resting = tuple(
            entrant.number
            for entrant in state.entrants
            if entrant.plays and entrant.user in facts.away
        )
        if sum(entrant.plays for entrant in state.entrants) - len(resting) < FEWEST:
            return ()  # the season begins once there are enough players
    values: dict[str, object] = {
        "stage": number,
        "groups": [list(group) for group in groups_of(state, number, resting)],
        "resting": list(resting),
        "edition": EDITION,
    }
    return (state.event(facts.at, TournamentEventKind.STAGE, detail=detail_of(**values)),)


def _paired(state: Tournament, stage: Stage, seats: Seats, at: int) -> TournamentEvent:
    seconds = state.terms.round_seconds
    until: int | None = None
    if seconds is not None:
        round_number = min(table.round for table in seats)
        seats = {table: at for table, at in seats.items() if table.round == round_number}
        until = state.round_until(stage.number, round_number)
        if until is None and state.is_league:
            until = _round_end(state, stage, round_number, at)
        elif until is None:
            until = at + seconds
    tables = {str(table): list(seats[table]) for table in sorted(seats)}
    return state.event(at, TournamentEventKind.PAIRED, detail=detail_of(tables=tables, until=until))


def _round_end(state: Tournament, stage: Stage, number: int, at: int) -> int:
    """Return the end of a season's round that begins at `at`, in seconds since 1970.

    The rounds are spread evenly. A round that begins with less than half of its time left gets its
    full length.
    """
    seconds, rounds = stage.seconds or 0, rounds_planned(state, stage)
    began, length = stage.began + stage.moved, seconds // rounds
    planned = began + seconds * number // rounds
    return planned if planned - at >= length // 2 else at + length


def _substituted(
    state: Tournament, facts: Facts, number: EntrantNumber, user: UserId
) -> TournamentEvent:
    detail = detail_of(entrant=number)
    return state.event(facts.at, TournamentEventKind.SUBSTITUTED, user=user, detail=detail)


def next_vacancy(state: Tournament, stage: Stage) -> tuple[EntrantNumber, UserId | None] | None:
    """Return the next place of a running stage that needs an event because its player is gone, and
    the player who takes over, if any.

    A player who vanished is dropped, or replaced from the next round on. One who withdrew is
    replaced once their running matches have ended. A place without further matches stays as it is.
    """
    if stage.kind is StageKind.KNOCKOUT:
        return None
    reserve = _reserve(state)
    for entrant in state.entrants:
        if entrant.plays and entrant.vanished:
            to_come = _has_matches_to_come(state, stage, entrant)
            if to_come or state.is_league:
                return entrant.number, reserve if to_come else None
        elif reserve is not None and _may_be_filled(state, stage, entrant):
            return entrant.number, reserve
    return None


def _reserve(state: Tournament) -> UserId | None:
    return next((user for user in state.reserves if state.entrant_of(user) is None), None)


def _may_be_filled(state: Tournament, stage: Stage, entrant: Entrant) -> bool:
    if entrant.standing is not EntrantStatus.WITHDRAWN or state.is_league:
        return False
    if all(entrant.number not in group for group in stage.groups):
        return False
    is_playing = any(entrant.number in table.seats for table in state.open_tables)
    return not is_playing and _has_matches_to_come(state, stage, entrant)


def _has_matches_to_come(state: Tournament, stage: Stage, entrant: Entrant) -> bool:
    if plays_on(state, stage, entrant.number):
        return True
    return state.terms.format is Format.GROUPS and _reaches_final(state, stage, entrant)


def _reaches_final(state: Tournament, stage: Stage, entrant: Entrant) -> bool:
    group = next((n for n, group in enumerate(stage.groups) if entrant.number in group), None)
    if group is None or any(
        (table.id.stage, table.id.group) == (stage.number, group) for table in state.open_tables
    ):
        return False
    if any(plays_on(state, stage, number) for number in stage.groups[group]):
        return False
    order = [line.entrant for line in standings(state, stage)[group]]
    staying = [
        number for number in order if number == entrant.number or state.entrants[number].plays
    ]
    return staying.index(entrant.number) < state.terms.advance
