"""Which tables can be seated now, in any stage: a pure function of what has happened.

Where rounds have a deadline, a round is seated as a whole when the one before is over. Otherwise a
table is seated as soon as those who sit there have no other match in the stage, in the order of the
schedule; a round of a Swiss needs all results of the one before.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain

from bot.match.tournaments.brackets import bracket_rounds, is_out
from bot.match.tournaments.pairing.round_robin import Round, schedule
from bot.match.tournaments.pairing.seating import sat_too, seated
from bot.match.tournaments.pairing.swiss import SwissPlayer, swiss_round
from bot.match.tournaments.pairing.tie_breaks import Played, points
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber, Table, TableId
from bot.match.tournaments.terms import Format

LOW = 2
"""The fewest who can play at a table."""
SCHEDULES = 512
"""Schedules in memory: one for each group, and a league has up to 32. Drawing one takes long."""
Seats = Mapping[TableId, tuple[EntrantNumber, ...]]
"""Entrants in the order of seats, by table; one alone has a bye."""


def rounds_planned(now: Tournament, stage: Stage) -> int:
    """How many rounds a stage has."""
    match stage.kind:
        case StageKind.SWISS:
            people = len(stage.groups[0])
            return now.terms.rounds or max((people - 1).bit_length(), 1)
        case StageKind.ROUND_ROBIN:
            return max(len(_schedule(now, group)) for group in stage.groups)
        case StageKind.KNOCKOUT:
            return len(bracket_rounds(now, stage))


def rounds_named(now: Tournament, stage: Stage) -> int:
    """Return how many rounds a stage has, if the names of its rounds depend on it; else 0.

    The rounds of a round robin are only counted. To know how many they are, its schedule is drawn,
    which takes seconds for 128 people: too long for the event loop.
    """
    return 0 if stage.kind is StageKind.ROUND_ROBIN else rounds_planned(now, stage)


def seatable(now: Tournament, stage: Stage, at: int) -> Seats:
    """The tables of a stage that can be seated at a time, in seconds since 1970."""
    match stage.kind:
        case StageKind.SWISS:
            return _swiss(now, stage, at)
        case StageKind.ROUND_ROBIN:
            return _round_robin(now, stage, at)
        case StageKind.KNOCKOUT:
            return _knockout(now, stage, at)


def is_played_out(now: Tournament, stage: Stage) -> bool:
    """Whether all tables of a stage are decided and none is to come."""
    tables = now.tables_of(stage.number)
    if any(table.result is None for table in tables):
        return False
    match stage.kind:
        case StageKind.SWISS:
            return _round_of(tables) >= rounds_planned(now, stage) or _too_few(now, stage)
        case StageKind.ROUND_ROBIN:
            return not any(_to_come(now, stage))
        case StageKind.KNOCKOUT:
            rounds = bracket_rounds(now, stage)
            return not rounds or rounds[-1][0].goes_on is not None


def plays_on(now: Tournament, stage: Stage, entrant: EntrantNumber) -> bool:
    """Return whether tables of a stage that is no knockout are still to come for a place in it,
    if somebody plays there."""
    if stage.kind is StageKind.SWISS:
        return _round_of(now.tables_of(stage.number)) < rounds_planned(now, stage)
    return any(entrant in seats for _, seats in _to_come(now, stage, entrant))


def has_matches_left(now: Tournament, entrant: EntrantNumber) -> bool:
    """Return whether a place that plays is being played, or can still get a match.

    In a league the next season has one for everybody.
    """
    stage = now.stage
    if now.is_league or stage is None or any(entrant in one.seats for one in now.open_tables):
        return True
    if not any(entrant in group for group in stage.groups):
        return False
    if stage.kind is StageKind.KNOCKOUT:
        return not is_out(now, stage, entrant)
    return now.terms.format is Format.GROUPS or plays_on(now, stage, entrant)


def has_begun(now: Tournament, stage: Stage, round_number: int, at: int) -> bool:
    """Whether a round may be played by then, as all rounds before it are over by their deadline."""
    before = (
        end
        for number, earlier, end in now.until
        if number == stage.number and earlier < round_number
    )
    return max(before, default=at) <= at


def _swiss(now: Tournament, stage: Stage, at: int) -> Seats:
    tables = now.tables_of(stage.number)
    if any(table.result is None for table in tables) or is_played_out(now, stage):
        return {}
    number = _round_of(tables) + 1
    if not has_begun(now, stage, number, at):
        return {}
    assert now.seed is not None, "a stage begins after the start"
    order = stage.groups[0]
    players = [_player(one, tables) for one in order if now.entrants[one].plays]
    found = swiss_round(
        players,
        now.terms.seats,
        LOW,
        now.seed,
        number,
        order,
        is_first_edition=stage.is_first_edition,
    )
    seats = (*found.tables, *((one,) for one in found.byes))
    return {TableId(stage.number, 0, number, place): at for place, at in enumerate(seats, start=1)}


def _player(one: EntrantNumber, tables: tuple[Table, ...]) -> SwissPlayer:
    mine = [table for table in tables if one in table.seats]
    firsts: tuple[int, ...] = ()
    for table in mine:
        if not table.is_bye:
            firsts = sat_too(firsts, table.seats.index(one))
    decided = [Played(at.seats, at.result.places) for at in mine if at.result is not None]
    others = (other for table in mine for other in table.seats if other != one)
    byes = sum(table.is_bye for table in mine)
    return SwissPlayer(one, points(decided)[one], tuple(others), byes, firsts)


def _round_robin(now: Tournament, stage: Stage, at: int) -> Seats:
    to_come = _to_come(now, stage)
    if now.terms.round_seconds is not None:
        first = to_come[0][0].round if to_come else 0
        if not has_begun(now, stage, first, at):
            return {}
        return {table: seats for table, seats in to_come if table.round == first}
    busy = {one for table in now.open_tables for one in table.seats}
    found: dict[TableId, tuple[EntrantNumber, ...]] = {}
    for table, seats in to_come:
        # A table whose seats are free overtakes earlier ones that wait for a player. So no two
        # free players wait as long as they still have to meet.
        if busy.isdisjoint(seats):
            found[table] = seats
            busy.update(seats)
    return found


def _to_come(
    now: Tournament, stage: Stage, kept: EntrantNumber | None = None
) -> list[tuple[TableId, tuple[EntrantNumber, ...]]]:
    """Return the tables of a round robin that are still to be seated, in the order of rounds,
    without players who are gone.

    A table without players is left out. `kept` counts also if its player is gone. Where rounds
    have a deadline, a table that was left out when its round was seated is not made up for:
    players who were gone then get nothing for it.
    """
    known = {table.id for table in now.tables_of(stage.number)}
    is_past = now.terms.round_seconds is not None and not stage.is_first_edition
    latest = max((table.round for table in known), default=0) if is_past else 0
    found = []
    for group, order in enumerate(stage.groups):
        for number, tables in enumerate(_schedule(now, order), start=1):
            if number <= latest:
                continue
            for place, seats in enumerate(tables, start=1):
                table = TableId(stage.number, group, number, place)
                stay = tuple(one for one in seats if now.entrants[one].plays or one == kept)
                if table not in known and stay:
                    found.append((table, stay))
    return sorted(found, key=lambda one: (one[0].round, one[0]))


def _schedule(now: Tournament, order: tuple[EntrantNumber, ...]) -> tuple[Round, ...]:
    assert now.seed is not None, "a stage begins after the start"
    return _kept_schedule(order, now.terms.seats, now.seed)


@lru_cache(maxsize=SCHEDULES)
def _kept_schedule(order: tuple[EntrantNumber, ...], seats: int, seed: bytes) -> tuple[Round, ...]:
    return schedule(order, seats, seed, LOW)


def _knockout(now: Tournament, stage: Stage, at: int) -> Seats:
    assert now.seed is not None, "a stage begins after the start"
    sat: dict[EntrantNumber, tuple[int, ...]] = {}
    for table in now.tables:
        for seat, one in enumerate(table.seats if not table.is_bye else ()):
            sat[one] = sat_too(sat.get(one, ()), seat)
    found = {}
    for spot in chain(*bracket_rounds(now, stage)):
        if not spot.next_seats:
            continue
        game = len(spot.games) + 1
        name = TableId(stage.number, 0, spot.round, spot.number, game)
        # A tie is played again within its round.
        if game > 1 or has_begun(now, stage, spot.round, at):
            found[name] = seated(spot.next_seats, sat, now.seed, str(name))
    return found


def _round_of(tables: tuple[Table, ...]) -> int:
    return max((table.id.round for table in tables), default=0)


def _too_few(now: Tournament, stage: Stage) -> bool:
    """Whether nobody is left to play against."""
    return sum(now.entrants[one].plays for one in stage.groups[0]) < LOW
