"""Standings: the order in each group of a stage, with points and tie-breaks."""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bot.match.tournaments.pairing.round_robin import opponent
from bot.match.tournaments.pairing.tie_breaks import (
    DecidedTable,
    Extra,
    Ranked,
    TieBreak,
    rank_players,
)
from bot.match.tournaments.pairing.unplayed import Round, extra_for_unplayed
from bot.match.tournaments.rounds import annulled
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber, Table, TableResult


class TableOutcome(Enum):
    WON = "won"
    TIED = "tied"
    LOST = "lost"
    BYE = "bye"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class StandingsLine:
    place: int
    """From 1; shared by entrants whom only the lot could separate."""
    entrant: EntrantNumber
    played: int
    points: int
    figures: tuple[int, ...]
    """The values of `shown_measures`: points in quarters, Sonneborn-Berger in eighths."""
    form: tuple[TableOutcome, ...]
    decided_by: TieBreak | None
    """The tie-break that separates this line from the one above; None for the first."""


_MEASURES: Mapping[StageKind, tuple[TieBreak, ...]] = {
    StageKind.SWISS: (
        TieBreak.BUCHHOLZ,
        TieBreak.SONNEBORN_BERGER,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.WINS,
    ),
    StageKind.ROUND_ROBIN: (TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.WINS),
    StageKind.KNOCKOUT: (),
}


def forget_standings() -> None:
    with _lock:
        _kept.clear()


def measures(stage: Stage) -> tuple[TieBreak, ...]:
    return _MEASURES[stage.kind]


Group = tuple[StandingsLine, ...]
Lines = tuple[Group, ...]
KEPT = 256
_kept: OrderedDict[tuple[int, int], tuple[Tournament | None, Stage, Lines]] = OrderedDict()
"""Keys: the identity of a state (0 if the stage is over), and of the stage. The values hold both
objects, so that no other object gets these identities.
"""
_lock = threading.Lock()


def standings(state: Tournament, stage: Stage) -> Lines:
    """Return the lines of each group of a stage that is no knockout, the best first.

    Cached for each state, because one press needs them several times.
    """
    source = state if stage.over is None else None
    key = (0 if source is None else id(source), id(stage))
    with _lock:
        kept = _kept.get(key)
        if kept is not None:
            _kept.move_to_end(key)
            return kept[2]
    tables: list[list[Table]] = [[] for _ in stage.groups]
    for table in state.tables_of(stage.number):
        tables[table.id.group].append(table)
    lines = tuple(_group(state, stage, group, tables[group]) for group in range(len(stage.groups)))
    with _lock:
        _kept[key] = (source, stage, lines)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return lines


def outcome(table: Table, entrant: EntrantNumber) -> TableOutcome | None:
    if table.result is None:
        return None
    if table.is_bye:
        return TableOutcome.BYE
    place, places = table.place_of(entrant), table.result.places
    if place is None:
        return TableOutcome.NOTHING
    if place > 1:
        return TableOutcome.LOST
    return TableOutcome.WON if places.count(1) == 1 else TableOutcome.TIED


def _group(
    state: Tournament, stage: Stage, group: int, tables: Sequence[Table]
) -> tuple[StandingsLine, ...]:
    out = annulled(state, stage, group)
    if out:
        tables = [table for table in tables if out.isdisjoint(_people(state, stage, table))]
    decided = [
        _played(state, stage, table, table.result) for table in tables if table.result is not None
    ]
    assert state.seed is not None, "a stage begins after the start"
    extra = _unplayed(state, stage, tables)
    order = rank_players(stage.groups[group], decided, measures(stage), state.seed, extra)
    lines = tuple(_line(entrant, stage, tables) for entrant in order)
    return _as_recorded(stage, group, lines) if stage.is_on_trust and stage.order else lines


def _as_recorded(stage: Stage, group: int, lines: Group) -> Group:
    """Return the lines with the order and places in which a stage of earlier rules ended."""
    vacant = vacant_places(lines)
    recorded = zip(stage.order[group], stage.places[group], strict=True)
    by_entrant = {line.entrant: line for line in lines}
    return tuple(replace(by_entrant[entrant], place=place - vacant) for entrant, place in recorded)


def vacant_places(lines: Group) -> int:
    """Return how many first places stay empty: one in a group without any points."""
    return 0 if any(line.points for line in lines) else 1


def _people(state: Tournament, stage: Stage, table: Table) -> tuple[EntrantNumber, ...]:
    """Return the players of a table, with an opponent of a round robin who is gone."""
    if table.is_bye and stage.kind is StageKind.ROUND_ROBIN and state.terms.seats == 2:
        (present,) = table.seats
        absent = opponent(stage.groups[table.id.group], table.id.round, present)
        return table.seats if absent is None else (present, absent)
    return table.seats


def _played(state: Tournament, stage: Stage, table: Table, result: TableResult) -> DecidedTable:
    """Return a decided table as it counts in the standings.

    In a round robin at tables of two, an absent opponent counts as beaten, so that tie-breaks don't
    depend on when they left.
    """
    people = _people(state, stage, table)
    return DecidedTable(people, result.places if people == table.seats else (1, 2))


def _unplayed(state: Tournament, stage: Stage, tables: Iterable[Table]) -> Extra | None:
    if stage.kind is not StageKind.SWISS:
        return None
    rounds: defaultdict[int, dict[EntrantNumber, DecidedTable | None]] = defaultdict(dict)
    for table in tables:
        result = table.result
        played = None if result is None else DecidedTable(table.seats, result.places)
        rounds[table.id.round].update(dict.fromkeys(table.seats, played))
    in_order: list[Round] = [rounds[number] for number in sorted(rounds)]
    return extra_for_unplayed(stage.groups[0], in_order, state.terms.seats)


def _line(entrant: Ranked, stage: Stage, tables: Iterable[Table]) -> StandingsLine:
    own_tables = sorted(
        (table for table in tables if entrant.number in table.seats), key=lambda table: table.id
    )
    form = tuple(
        result for table in own_tables if (result := outcome(table, entrant.number)) is not None
    )
    return StandingsLine(
        entrant.place,
        entrant.number,
        sum(result is not TableOutcome.BYE for result in form),
        entrant.points,
        tuple(_figure(entrant, measure) for measure in shown_measures(stage)),
        form,
        entrant.decided_by,
    )


def shown_measures(stage: Stage) -> tuple[TieBreak, ...]:
    """Return the tie-breaks with a number to show, in order.

    Head-to-head has none: it differs with the set of tied entrants.
    """
    return tuple(measure for measure in measures(stage) if measure is not TieBreak.HEAD_TO_HEAD)


def _figure(entrant: Ranked, measure: TieBreak) -> int:
    match measure:
        case TieBreak.BUCHHOLZ:
            return entrant.buchholz
        case TieBreak.SONNEBORN_BERGER:
            return entrant.sonneborn_berger
        case TieBreak.WINS:
            return entrant.wins
        case TieBreak.POINTS | TieBreak.HEAD_TO_HEAD | TieBreak.LOT:
            raise AssertionError(f"{measure} is no figure")
