"""The checks of seats, groups, standings and trophies find faults in events, and planted
mutants.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.match.tournaments import conductor, stages, trophies
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.fold import fold
from bot.match.tournaments.state import Entrant
from bot.match.tournaments.terms import Terms
from chaos.checks import CHECKS, leagues, seating, tournaments
from chaos.evidence import Evidence
from chaos.mutants import MUTANTS
from tests.chaos.conftest import copied
from tests.chaos.held import GROUPS, LEAGUE, held
from tests.tiers import every

K = TournamentEventKind
SEASONS = 2
OF_LEAGUES = {
    check.name for check in CHECKS if check.find.__module__ in (leagues.__name__, seating.__name__)
}
_MADE: dict[Terms, Evidence] = {}


@pytest.fixture
def played(tmp_path: Path) -> Callable[[Terms], Awaitable[Evidence]]:
    async def play(terms: Terms) -> Evidence:
        if terms not in _MADE:
            _MADE[terms] = await held(tmp_path / "salud.db", terms, SEASONS)
        return copied(_MADE[terms])

    return play


def _found(evidence: Evidence) -> dict[str, list[str]]:
    by_check = {check.name: check.find(evidence) for check in CHECKS if check.name in OF_LEAGUES}
    return {name: problems for name, problems in by_check.items() if problems}


def _change(evidence: Evidence, kind: TournamentEventKind, index: int, **values: object) -> None:
    ((number, rows),) = evidence.tournaments.items()
    event = [other for other in rows.events if other.kind is kind][index]
    changed = replace(event, detail=detail_of(**{**event.details, **values}))
    evidence.tournaments[number] = replace(rows, events=(*rows.events[: event.n], changed))


def _details(evidence: Evidence, kind: TournamentEventKind, index: int) -> dict[str, Any]:
    (rows,) = evidence.tournaments.values()
    return [event for event in rows.events if event.kind is kind][index].details


def _insert(
    evidence: Evidence, before: TournamentEventKind, kind: TournamentEventKind, user: int
) -> None:
    ((number, rows),) = evidence.tournaments.items()
    at = next(event for event in rows.events if event.kind is before)
    new = TournamentEvent(at.n, kind, at.at, user=user)
    events = (*rows.events[: at.n], new, replace(at, n=at.n + 1))
    evidence.tournaments[number] = replace(rows, events=events)


def player_twice_at_a_table(league: Evidence) -> None:
    tables = dict(_details(league, K.PAIRED, 0)["tables"])
    name, (first, _, *rest) = next(iter(tables.items()))
    _change(league, K.PAIRED, 0, tables={**tables, name: [first, first, *rest]})


def player_at_two_tables(league: Evidence) -> None:
    tables = dict(_details(league, K.PAIRED, 0)["tables"])
    (first, *_), *_, (_, *rest) = tables.values()
    _change(league, K.PAIRED, 0, tables={**tables, list(tables)[-1]: [first, *rest]})


def too_many_at_a_table(league: Evidence) -> None:
    (rows,) = league.tournaments.values()
    group = fold(rows.events).stages[0].groups[0]
    _change(league, K.PAIRED, 0, tables={"1.0.1.1": list(group)})


def player_of_another_group(league: Evidence) -> None:
    (rows,) = league.tournaments.values()
    first, second = fold(rows.events).stages[0].groups
    _change(league, K.PAIRED, 0, tables={"1.0.1.1": [first[0], first[1], second[0]]})


def seat_for_a_player_who_is_out(league: Evidence) -> None:
    (rows,) = league.tournaments.values()
    now = fold(rows.events)
    seated = next(event for event in rows.events if event.kind is K.PAIRED)
    first = next(iter(seated.details["tables"].values()))[0]
    _insert(league, K.PAIRED, K.WITHDREW, now.entrants[first].user)


def player_in_two_groups(league: Evidence) -> None:
    first, second = _details(league, K.STAGE, 0)["groups"]
    _change(league, K.STAGE, 0, groups=[first, [first[0], *second[1:]]])


def group_too_small(league: Evidence) -> None:
    first, second = _details(league, K.STAGE, 0)["groups"]
    _change(league, K.STAGE, 0, groups=[[*first, *second[:2]], second[2:]])


def one_group_for_two(league: Evidence) -> None:
    first, second = _details(league, K.STAGE, 1)["groups"]
    _change(league, K.STAGE, 1, groups=[[*first, *second]])


def player_left_out(league: Evidence) -> None:
    first, second = _details(league, K.STAGE, 0)["groups"]
    _change(league, K.STAGE, 0, groups=[first[1:], second])


def movers_swapped_back(league: Evidence) -> None:
    first, second = _details(league, K.STAGE, 1)["groups"]
    groups = [[*first[:-1], second[0]], [first[-1], *second[1:]]]
    _change(league, K.STAGE, 1, groups=groups)


def order_upside_down(league: Evidence) -> None:
    order = _details(league, K.STAGE_OVER, 0)["order"]
    _change(league, K.STAGE_OVER, 0, order=[group[::-1] for group in order])


def place_shared_with_fewer_points(league: Evidence) -> None:
    places = _details(league, K.STAGE_OVER, 0)["places"]
    _change(league, K.STAGE_OVER, 0, places=[[1] * len(group) for group in places])


def trophy_for_nothing(league: Evidence) -> None:
    ((number, rows),) = league.tournaments.items()
    league.tournaments[number] = replace(rows, trophies=(*rows.trophies, (1, 999, 1)))


def trophy_for_a_fourth_place(league: Evidence) -> None:
    ((number, rows),) = league.tournaments.items()
    now = fold(rows.events)
    stage = now.stages[0]
    place = stage.places[0].index(4)
    fourth = now.entrants[stage.order[0][place]].user
    league.tournaments[number] = replace(rows, trophies=(*rows.trophies, (1, fourth, 4)))


def champion_without_a_trophy(league: Evidence) -> None:
    ((number, rows),) = league.tournaments.items()
    trophies_left = tuple(trophy for trophy in rows.trophies if trophy[2] != 1)
    league.tournaments[number] = replace(rows, trophies=trophies_left)


def wrong_finalists(cup: Evidence) -> None:
    order = _details(cup, K.STAGE_OVER, 0)["order"]
    (final,) = _details(cup, K.STAGE, 1)["groups"]
    best, last = order[1][0], order[1][-1]
    _change(cup, K.STAGE, 1, groups=[[last if player == best else player for player in final]])


SPOILED: dict[Callable[[Evidence], None], tuple[Terms, str]] = {
    player_twice_at_a_table: (LEAGUE, "seating"),
    player_at_two_tables: (LEAGUE, "seating"),
    too_many_at_a_table: (LEAGUE, "seating"),
    player_of_another_group: (LEAGUE, "seating"),
    seat_for_a_player_who_is_out: (LEAGUE, "seating"),
    player_in_two_groups: (LEAGUE, "groups"),
    group_too_small: (LEAGUE, "groups"),
    one_group_for_two: (LEAGUE, "groups"),
    player_left_out: (LEAGUE, "groups"),
    movers_swapped_back: (LEAGUE, "groups"),
    wrong_finalists: (GROUPS, "groups"),
    order_upside_down: (LEAGUE, "order"),
    place_shared_with_fewer_points: (LEAGUE, "order"),
    trophy_for_nothing: (LEAGUE, "trophies"),
    trophy_for_a_fourth_place: (LEAGUE, "trophies"),
    champion_without_a_trophy: (LEAGUE, "trophies"),
}


@pytest.mark.parametrize("terms", [LEAGUE, GROUPS], ids=lambda terms: terms.format.value)
async def test_flawless_tournament_passes(
    terms: Terms, played: Callable[[Terms], Awaitable[Evidence]]
) -> None:
    evidence = await played(terms)
    assert _found(evidence) == {}
    (rows,) = evidence.tournaments.values()
    now = fold(rows.events)
    assert len(now.stages[0].groups) == 2
    assert {event.kind for event in rows.events} >= {K.WITHDREW, K.STAGE_OVER}
    assert rows.trophies
    assert {name for _, name in SPOILED.values()} == OF_LEAGUES


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
async def test_fault_is_found(
    spoil: Callable[[Evidence], None], played: Callable[[Terms], Awaitable[Evidence]]
) -> None:
    terms, check = SPOILED[spoil]
    evidence = await played(terms)
    spoil(evidence)
    assert check in _found(evidence)


async def test_short_season_is_found(
    played: Callable[[Terms], Awaitable[Evidence]],
) -> None:
    league = await played(LEAGUE)
    assert tournaments.cut_short(league) == []
    ((number, rows),) = league.tournaments.items()
    (first, *events), days = rows.events, replace(LEAGUE, days=7)
    created = replace(first, detail=detail_of(**{**first.details, "terms": days.text}))
    league.tournaments[number] = replace(rows, events=(created, *events))
    assert "season 1 ended" in tournaments.cut_short(league)[0]


PLANTED: dict[str, tuple[object, str, str]] = {
    "gone-seat": (Entrant, "plays", "seating"),
    "two-seats": (conductor, "due_events", "seating"),
    "no-movers": (stages, "ladder_after", "groups"),
    "one-group": (stages, "divisions", "groups"),
    "last-first": (stages, "standings", "order"),
    "all-trophies": (trophies, "PLACES", "trophies"),
}
"""The function that each mutant replaces, and the check that finds it."""


@pytest.mark.parametrize("mutant", every(PLANTED, 1))
async def test_planted_fault_is_found(
    mutant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, check = PLANTED[mutant]
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, vars(owner)[name])  # restored when the context ends
        MUTANTS[mutant]()
        evidence = await held(tmp_path / "salud.db", LEAGUE, SEASONS)
    assert check in _found(evidence)
