"""Standings: who is ahead in each group of a stage, and by what."""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from bot.match.tournaments.pairing.round_robin import opponent
from bot.match.tournaments.pairing.tie_breaks import Extra, Measure, Played, Ranked, ranked
from bot.match.tournaments.pairing.unplayed import Round, unplayed
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber, Table, TableResult


class Outcome(Enum):
    """What came of a table for somebody."""

    WON = "won"
    """They were first alone."""
    TIED = "tied"
    """They shared the first place."""
    LOST = "lost"
    BYE = "bye"
    NOTHING = "nothing"
    """It had no result."""


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's line in the standings."""

    place: int
    """From 1; those whom only the lot could part share one."""
    entrant: EntrantNumber
    played: int
    """How many matches of theirs are decided; byes are none."""
    points: int
    """In quarter points."""
    figures: tuple[int, ...]
    """What `shown_measures` give, in their order: points in quarters, those of Sonneborn-Berger in
    eighths."""
    form: tuple[Outcome, ...]
    """What came of their tables, the first first."""
    decided_by: Measure | None
    """By what they are behind the line above; None in the first."""


_MEASURES: Mapping[StageKind, tuple[Measure, ...]] = {
    StageKind.SWISS: (
        Measure.BUCHHOLZ,
        Measure.SONNEBORN_BERGER,
        Measure.HEAD_TO_HEAD,
        Measure.WINS,
    ),
    StageKind.ROUND_ROBIN: (Measure.HEAD_TO_HEAD, Measure.SONNEBORN_BERGER, Measure.WINS),
    StageKind.KNOCKOUT: (),
}


def forget_standings() -> None:
    """Clear the memory, whose states name people."""
    with _lock:
        _kept.clear()


def measures(stage: Stage) -> tuple[Measure, ...]:
    """What decides between those with equal points, one after the other."""
    return _MEASURES[stage.kind]


Lines = tuple[tuple[Line, ...], ...]
KEPT = 256
"""Standings in memory: of the states that were asked for last, and of stages that are over."""
_kept: OrderedDict[tuple[int, int], tuple[Tournament | None, Stage, Lines]] = OrderedDict()
"""By the identity of a state, 0 if the stage is over, and of the stage. The values hold both, so
that no other object gets these identities."""
_lock = threading.Lock()


def standings(now: Tournament, stage: Stage) -> Lines:
    """The lines of each group of a stage that is no knockout, the best first.

    For 128 people that takes milliseconds, and one press needs it several times, so the result is
    cached for each state. Nothing changes the standings of a stage that is over.
    """
    state = now if stage.over is None else None
    key = (0 if state is None else id(state), id(stage))
    with _lock:
        kept = _kept.get(key)
        if kept is not None:
            _kept.move_to_end(key)
            return kept[2]
    lines = tuple(_group(now, stage, group) for group in range(len(stage.groups)))
    with _lock:
        _kept[key] = (state, stage, lines)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return lines


def outcome(table: Table, entrant: EntrantNumber) -> Outcome | None:
    """What came of a table for somebody; None while it is played."""
    if table.result is None:
        return None
    if table.is_bye:
        return Outcome.BYE
    place, places = table.place_of(entrant), table.result.places
    if place is None:
        return Outcome.NOTHING
    if place > 1:
        return Outcome.LOST
    return Outcome.WON if places.count(1) == 1 else Outcome.TIED


def _group(now: Tournament, stage: Stage, group: int) -> tuple[Line, ...]:
    tables = now.tables_of(stage.number, group)
    decided = [_played(now, stage, one, one.result) for one in tables if one.result is not None]
    assert now.seed is not None, "a stage begins after the start"
    extra = _unplayed(now, stage, tables)
    order = ranked(stage.groups[group], decided, measures(stage), now.seed, extra)
    return tuple(_line(one, stage, tables) for one in order)


def _played(now: Tournament, stage: Stage, table: Table, result: TableResult) -> Played:
    """Return a decided table as it counts in the standings.

    In a round robin at tables of two, an opponent who is gone counts as beaten, so tie-breaks don't
    depend on when they left. By earlier editions of the rules they did.
    """
    is_walkover = table.is_bye and stage.kind is StageKind.ROUND_ROBIN and now.terms.seats == 2
    if is_walkover and not stage.is_before_third_edition:
        (here,) = table.seats
        gone = opponent(stage.groups[table.id.group], table.id.round, here)
        if gone is not None:
            return Played((here, gone), (1, 2))
    return Played(table.seats, result.places)


def _unplayed(now: Tournament, stage: Stage, tables: Iterable[Table]) -> Extra | None:
    """Return what unplayed rounds add to tie-breaks; None if they add nothing."""
    if stage.kind is not StageKind.SWISS or stage.is_first_edition:
        return None
    rounds: defaultdict[int, dict[EntrantNumber, Played | None]] = defaultdict(dict)
    for table in tables:
        result = table.result
        played = None if result is None else Played(table.seats, result.places)
        rounds[table.id.round].update(dict.fromkeys(table.seats, played))
    in_order: list[Round] = [rounds[number] for number in sorted(rounds)]
    return unplayed(stage.groups[0], in_order, now.terms.seats)


def _line(one: Ranked, stage: Stage, tables: tuple[Table, ...]) -> Line:
    mine = sorted((table for table in tables if one.number in table.seats), key=lambda at: at.id)
    form = tuple(came for table in mine if (came := outcome(table, one.number)) is not None)
    return Line(
        one.place,
        one.number,
        sum(came is not Outcome.BYE for came in form),
        one.score.points,
        tuple(_figure(one, measure) for measure in shown_measures(stage)),
        form,
        one.decided_by,
    )


def shown_measures(stage: Stage) -> tuple[Measure, ...]:
    """The measures that are numbers, in the order in which they count.

    What those with equal points got against each other is none: it differs with who is equal.
    """
    return tuple(one for one in measures(stage) if one is not Measure.HEAD_TO_HEAD)


def _figure(one: Ranked, measure: Measure) -> int:
    match measure:
        case Measure.BUCHHOLZ:
            return one.score.buchholz
        case Measure.SONNEBORN_BERGER:
            return one.score.sonneborn_berger
        case Measure.WINS:
            return one.score.wins
        case Measure.POINTS | Measure.HEAD_TO_HEAD | Measure.LOT:
            raise AssertionError(f"{measure} is no figure")
