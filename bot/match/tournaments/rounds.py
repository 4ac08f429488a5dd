"""The tables that can be seated now, in any stage: a pure function of the tournament's state.

If rounds have a deadline, a round is seated as a whole once the previous one is over. Otherwise a
table is seated as soon as its players are free, in the order of the schedule; a round of a Swiss
needs all results of the previous one.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain

from bot.match.tournaments.brackets import bracket_rounds, is_out
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.fold import after
from bot.match.tournaments.pairing.round_robin import Round, schedule
from bot.match.tournaments.pairing.seating import count_seat, seat_players
from bot.match.tournaments.pairing.swiss import SwissPlayer, swiss_round
from bot.match.tournaments.pairing.tie_breaks import DecidedTable, points
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber, Table, TableId
from bot.match.tournaments.terms import Format
from bot.match.values.players import UserId

LOW = 2
ANNULS = 4
"""The first edition of the rules that annuls tables."""
SCHEDULES = 512
"""Schedules in memory: one for each group, and a league has up to 32. Drawing one takes long."""
Seats = Mapping[TableId, tuple[EntrantNumber, ...]]
"""Entrants in the order of seats, by table; a single entrant has a bye."""


def rounds_planned(state: Tournament, stage: Stage) -> int:
    match stage.kind:
        case StageKind.SWISS:
            people = len(stage.groups[0])
            return state.terms.rounds or max((people - 1).bit_length(), 1)
        case StageKind.ROUND_ROBIN:
            return max(len(_schedule(state, group)) for group in stage.groups)
        case StageKind.KNOCKOUT:
            return len(bracket_rounds(state, stage))


def rounds_named(state: Tournament, stage: Stage) -> int:
    """Return the number of rounds if their names depend on it, as in “semifinal”; else 0.

    Counting the rounds of a round robin would block the event loop for seconds with 128 people.
    """
    return 0 if stage.kind is StageKind.ROUND_ROBIN else rounds_planned(state, stage)


def seatable(state: Tournament, stage: Stage, at: int) -> Seats:
    match stage.kind:
        case StageKind.SWISS:
            return _swiss(state, stage, at)
        case StageKind.ROUND_ROBIN:
            return _round_robin(state, stage, at)
        case StageKind.KNOCKOUT:
            return _knockout(state, stage, at)


def is_played_out(state: Tournament, stage: Stage) -> bool:
    tables = state.tables_of(stage.number)
    if any(table.result is None for table in tables):
        return False
    match stage.kind:
        case StageKind.SWISS:
            return _round_of(tables) >= rounds_planned(state, stage) or _too_few(state, stage)
        case StageKind.ROUND_ROBIN:
            return not any(_to_come(state, stage))
        case StageKind.KNOCKOUT:
            rounds = bracket_rounds(state, stage)
            return not rounds or rounds[-1][0].goes_on is not None


def plays_on(state: Tournament, stage: Stage, entrant: EntrantNumber) -> bool:
    if stage.kind is StageKind.SWISS:
        return _round_of(state.tables_of(stage.number)) < rounds_planned(state, stage)
    return any(entrant in seats for _, seats in _to_come(state, stage, entrant))


def annulled(state: Tournament, stage: Stage, group: int) -> frozenset[EntrantNumber]:
    """Return the players of a round robin whose tables count for none: they were gone, and can't
    have half of their tables any more.

    Otherwise players who leave early would take points from opponents who had lost to them.
    """
    if state.terms.seats > LOW or stage.edition < ANNULS or stage.kind is not StageKind.ROUND_ROBIN:
        return frozenset()
    order = stage.groups[group]
    tables = (table for table in state.tables_of(stage.number) if table.id.group == group)
    seated = Counter(chain.from_iterable(table.seats for table in tables))
    few = [entrant for entrant in order if 2 * seated[entrant] < len(order) - 1]
    if few and stage.over is None:
        to_come = chain.from_iterable(seats for _, seats in _to_come(state, stage))
        seated.update(to_come)
    return frozenset(entrant for entrant in few if 2 * seated[entrant] < len(order) - 1)


def would_annul(state: Tournament, user: UserId) -> bool:
    """Return whether the tables of a player are annulled if they withdraw now."""
    entrant, stage = state.entrant_of(user), state.stage
    if entrant is None or stage is None or stage.over is not None:
        return False
    left = after(state, state.event(0, TournamentEventKind.WITHDREW, user=user))
    return any(
        entrant.number in group and entrant.number in annulled(left, stage, number)
        for number, group in enumerate(stage.groups)
    )


def has_matches_left(state: Tournament, entrant: EntrantNumber) -> bool:
    """Return whether a place plays now, or can still get a match. In a league the next season
    counts.
    """
    stage = state.stage
    if (
        state.is_league
        or stage is None
        or any(entrant in table.seats for table in state.open_tables)
    ):
        return True
    if not any(entrant in group for group in stage.groups):
        return False
    if stage.kind is StageKind.KNOCKOUT:
        return not is_out(state, stage, entrant)
    return state.terms.format is Format.GROUPS or plays_on(state, stage, entrant)


def has_begun(stage: Stage, round_number: int, at: int) -> bool:
    return all(end.until <= at for end in stage.ends if end.round < round_number)


def _swiss(state: Tournament, stage: Stage, at: int) -> Seats:
    tables = state.tables_of(stage.number)
    if any(table.result is None for table in tables) or is_played_out(state, stage):
        return {}
    number = _round_of(tables) + 1
    if not has_begun(stage, number, at):
        return {}
    assert state.seed is not None, "a stage begins after the start"
    order = stage.groups[0]
    players = [_player(entrant, tables) for entrant in order if state.entrants[entrant].plays]
    pairing = swiss_round(players, state.terms.seats, LOW, state.seed, number, order)
    seats = (*pairing.tables, *((entrant,) for entrant in pairing.byes))
    return {
        TableId(stage.number, 0, number, place): entrants
        for place, entrants in enumerate(seats, start=1)
    }


def _player(entrant: EntrantNumber, tables: tuple[Table, ...]) -> SwissPlayer:
    own_tables = [table for table in tables if entrant in table.seats]
    firsts: tuple[int, ...] = ()
    for table in own_tables:
        if not table.is_bye:
            firsts = count_seat(firsts, table.seats.index(entrant))
    decided = [
        DecidedTable(table.seats, table.result.places)
        for table in own_tables
        if table.result is not None
    ]
    others = (other for table in own_tables for other in table.seats if other != entrant)
    byes = sum(table.is_bye for table in own_tables)
    return SwissPlayer(entrant, points(decided)[entrant], tuple(others), byes, firsts)


def _round_robin(state: Tournament, stage: Stage, at: int) -> Seats:
    to_come = _to_come(state, stage)
    if state.terms.round_seconds is not None:
        first = to_come[0][0].round if to_come else 0
        if not has_begun(stage, first, at):
            return {}
        return {table: seats for table, seats in to_come if table.round == first}
    busy = {entrant for table in state.open_tables for entrant in table.seats}
    chosen: dict[TableId, tuple[EntrantNumber, ...]] = {}
    for table, seats in to_come:
        # A table whose players are free overtakes earlier tables that wait for a player. So two
        # free players who still have to meet never wait.
        if busy.isdisjoint(seats):
            chosen[table] = seats
            busy.update(seats)
    return chosen


def _to_come(
    state: Tournament, stage: Stage, kept: EntrantNumber | None = None
) -> list[tuple[TableId, tuple[EntrantNumber, ...]]]:
    """Return the unseated tables of a round robin, in the order of rounds, without absent players.

    `kept` counts even if its player is gone. If rounds have a deadline, a table that was left out
    of its round is never seated.
    """
    seated_tables = {table.id for table in state.tables_of(stage.number)}
    is_past = state.terms.round_seconds is not None
    latest = max((table.round for table in seated_tables), default=0) if is_past else 0
    upcoming = []
    for group, order in enumerate(stage.groups):
        for number, tables in enumerate(_schedule(state, order), start=1):
            if number <= latest:
                continue
            for place, seats in enumerate(tables, start=1):
                table = TableId(stage.number, group, number, place)
                players = tuple(
                    entrant for entrant in seats if state.entrants[entrant].plays or entrant == kept
                )
                if table not in seated_tables and players:
                    upcoming.append((table, players))
    return sorted(upcoming, key=lambda item: (item[0].round, item[0]))


def _schedule(state: Tournament, order: tuple[EntrantNumber, ...]) -> tuple[Round, ...]:
    assert state.seed is not None, "a stage begins after the start"
    return _kept_schedule(order, state.terms.seats, state.seed)


@lru_cache(maxsize=SCHEDULES)
def _kept_schedule(order: tuple[EntrantNumber, ...], seats: int, seed: bytes) -> tuple[Round, ...]:
    return schedule(order, seats, seed, LOW)


def _knockout(state: Tournament, stage: Stage, at: int) -> Seats:
    assert state.seed is not None, "a stage begins after the start"
    sat: dict[EntrantNumber, tuple[int, ...]] = {}
    for table in state.tables:
        for seat, entrant in enumerate(table.seats if not table.is_bye else ()):
            sat[entrant] = count_seat(sat.get(entrant, ()), seat)
    seats = {}
    for spot in chain(*bracket_rounds(state, stage)):
        if not spot.next_seats:
            continue
        game = len(spot.games) + 1
        name = TableId(stage.number, 0, spot.round, spot.number, game)
        # A tie is replayed within its round, so that round has begun.
        if game > 1 or has_begun(stage, spot.round, at):
            seats[name] = seat_players(spot.next_seats, sat, state.seed, str(name))
    return seats


def _round_of(tables: tuple[Table, ...]) -> int:
    return max((table.id.round for table in tables), default=0)


def _too_few(state: Tournament, stage: Stage) -> bool:
    return sum(state.entrants[entrant].plays for entrant in stage.groups[0]) < LOW
