"""A round robin without deadlines never keeps two free players waiting for each other."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments import rounds
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.state import (
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import EntrantNumber
from bot.match.tournaments.terms import Format
from tests.match.tournaments.simulated import Simulated, by_number, terms

FORMATS = (Format.ROUND_ROBIN, Format.GROUPS, Format.LEAGUE)


def start_tournament(chosen: Format, people: int, **values: object) -> Simulated:
    tournament = Simulated(terms(chosen, **values))
    tournament.join(people)
    tournament.start()
    return tournament


def busy(now: Tournament) -> Counter[EntrantNumber]:
    return Counter(seat for table in now.open_tables for seat in table.seats)


def idle_pairs(now: Tournament) -> list[tuple[EntrantNumber, EntrantNumber]]:
    """Return pairs of free players who have not met in the current stage."""
    stage = now.stage
    assert stage is not None
    met = {
        pair
        for table in now.tables_of(stage.number)
        for pair in combinations(sorted(table.seats), 2)
    }
    free = [
        entrant.number
        for entrant in now.entrants
        if entrant.plays and not busy(now)[entrant.number]
    ]
    return [
        pair
        for group in stage.groups
        for pair in combinations(sorted(set(group) & set(free)), 2)
        if pair not in met
    ]


def test_one_slow_match_of_five_keeps_the_three_others_playing() -> None:
    tournament = start_tournament(Format.ROUND_ROBIN, 5)
    slow = tournament.now.open_tables[0]
    while others := [table for table in tournament.now.open_tables if table.id != slow.id]:
        assert not idle_pairs(tournament.now)
        tournament.decide(others[0], by_number(others[0]))
        tournament.go_on()
    rest = {entrant.number for entrant in tournament.now.entrants} - set(slow.seats)
    met = {frozenset(table.seats) for table in tournament.now.tables}
    assert met == {frozenset(slow.seats), *map(frozenset, combinations(sorted(rest), 2))}


@given(
    chosen=st.sampled_from(FORMATS),
    people=st.integers(4, 11),
    picks=st.lists(st.integers(0, 100), min_size=60, max_size=60),
    leaving=st.sets(st.integers(0, 59), max_size=2),
)
def test_free_players_who_have_not_met_never_wait(
    chosen: Format, people: int, picks: list[int], leaving: set[int]
) -> None:
    tournament = start_tournament(chosen, people)
    for step, pick in enumerate(picks):
        now = tournament.now
        if now.status is TournamentStatus.OVER or len(now.stages) > 1 or not now.open_tables:
            break
        assert max(busy(now).values()) == 1
        assert not idle_pairs(now)
        table = now.open_tables[pick % len(now.open_tables)]
        tournament.decide(table, by_number(table))
        if step in leaving and len([entrant for entrant in now.entrants if entrant.plays]) > 4:
            tournament.add(TournamentEventKind.WITHDREW, now.entrants[table.seats[0]].user)
        tournament.go_on()
    assert verify(write(tournament.events)).tables == tournament.now.tables


@given(
    people=st.integers(4, 9),
    seats=st.integers(2, 4),
    picks=st.lists(st.integers(0, 9), min_size=80),
)
def test_seats_follow_the_schedule_in_any_order_of_results(
    people: int, seats: int, picks: list[int]
) -> None:
    tournament = start_tournament(Format.ROUND_ROBIN, people, seats=seats)
    [group] = tournament.now.stages[0].groups
    schedule = rounds._schedule(tournament.now, group)
    for pick in picks:
        now = tournament.now
        if not now.open_tables or len(now.stages) > 1:
            break
        assert max(busy(now).values()) == 1
        table = now.open_tables[pick % len(now.open_tables)]
        tournament.decide(table, by_number(table))
        tournament.go_on()
    firsts: Counter[EntrantNumber] = Counter()
    for table in tournament.now.tables_of(1):
        assert table.seats == schedule[table.id.round - 1][table.id.number - 1]
        firsts[table.seats[0]] += 1
    if seats == 2 and len(tournament.now.stages) > 1:
        assert max(firsts.values()) - min(firsts.values()) <= 1


def test_rounds_with_a_deadline_start_as_a_whole() -> None:
    tournament = start_tournament(Format.ROUND_ROBIN, 5, days=2)
    first = tournament.now.open_tables
    assert {table.id.round for table in first} == {1}
    for table in first[1:]:
        tournament.decide(table, by_number(table))
        tournament.go_on()
    assert tournament.now.open_tables == first[:1]
