"""No player loses a place, a round or a title by something beyond their control."""

import pytest

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.pairing.tie_breaks import WIN
from bot.match.tournaments.progress import next_time
from bot.match.tournaments.rounds import would_annul
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import EntrantStatus, StageKind, Tournament, TournamentStatus
from bot.match.tournaments.tables import Table
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, HOUR
from tests.match.tournaments.simulated import BEGAN, Simulated, by_number, terms, tied

CHECKED = terms(Format.KNOCKOUT, closes=BEGAN + DAY, check_in=6, most=4)


def checking(chosen: Terms = CHECKED, people: int = 4) -> Simulated:
    """Return a tournament with open check-in."""
    cup = Simulated(chosen)
    cup.join(people)
    cup.at += DAY - 6 * HOUR
    cup.go_on()
    assert cup.now.check_in is not None
    return cup


def playing(now: Tournament) -> set[int]:
    """Return the users in the first round."""
    return {now.entrants[entrant].user for entrant in now.stages[0].groups[0]}


def test_joining_during_check_in_counts_as_checked_in() -> None:
    cup = checking(people=3)
    for user in (100, 101, 102):
        cup.add(TournamentEventKind.CHECKED_IN, user)
    cup.add(TournamentEventKind.JOINED, 500)
    cup.at += 6 * HOUR
    cup.go_on()
    assert playing(cup.now) == {100, 101, 102, 500}


def test_reserve_who_comes_in_during_check_in_counts_as_checked_in() -> None:
    """No message has called such players to check in."""
    cup = checking(people=6)
    cup.add(TournamentEventKind.LEFT, 100)
    for user in (101, 102):
        cup.add(TournamentEventKind.CHECKED_IN, user)
    cup.at += 6 * HOUR
    cup.go_on()
    assert playing(cup.now) == {101, 102, 104, 105}


def test_check_in_missed_by_a_downtime_is_made_up() -> None:
    cup = Simulated(CHECKED)
    cup.join(8)
    cup.at += DAY + HOUR
    cup.go_on()
    assert cup.now.status is TournamentStatus.OPEN
    assert cup.now.check_in == cup.at
    assert cup.now.terms.closes == cup.at + 6 * HOUR
    assert next_time(cup.now, cup.at) == cup.now.terms.closes


def test_tournament_with_too_few_checked_in_waits_for_a_moderator() -> None:
    cup = checking(people=4)
    cup.at += 6 * HOUR
    cup.go_on()
    assert cup.now.terms.closes is None
    assert cup.now.terms.check_in == 0
    assert cup.now.check_in is not None, "players who checked in stay checked in"


def test_waiting_players_come_in_before_later_ones() -> None:
    cup = Simulated(terms(Format.SWISS, most=4))
    cup.join(6)
    more = terms(Format.SWISS, most=5)
    cup.add(TournamentEventKind.EDITED, terms=more.text)
    assert [entrant.user for entrant in cup.now.entrants] == [100, 101, 102, 103, 104]
    assert [entrant.number for entrant in cup.now.entrants] == [0, 1, 2, 3, 4]
    assert cup.now.reserves == (105,)


def test_reserve_cannot_take_over_a_finished_place() -> None:
    for chosen in (Format.SWISS, Format.ROUND_ROBIN):
        cup = Simulated(terms(chosen, most=4, rounds=3))
        cup.join(4)
        cup.start()
        cup.add(TournamentEventKind.JOINED, 500)
        while len(cup.now.tables) < 6 or len(cup.now.open_tables) > 1:
            table = cup.now.open_tables[0]
            cup.decide(table, by_number(table))
            cup.go_on()
        (last,) = cup.now.open_tables
        places = by_number(last)
        cup.decide(last, places, late=[last.seats[places.index(2)]])
        cup.go_on()
        assert cup.now.status is TournamentStatus.OVER
        assert {entrant.user for entrant in cup.now.entrants} == {100, 101, 102, 103}
        assert all(entrant.standing is EntrantStatus.IN for entrant in cup.now.entrants)


def test_knockout_whose_final_has_no_result_has_no_champion() -> None:
    cup = Simulated(terms(Format.KNOCKOUT))
    cup.join(4)
    cup.start()
    while {table.id.round for table in cup.now.open_tables} == {1}:
        cup.decide(cup.now.open_tables[0], (1, 2))
        cup.go_on()
    cup.decide(cup.now.open_tables[0], ())
    cup.go_on()
    assert cup.now.status is TournamentStatus.OVER
    assert cup.now.champions == ()


def test_knockout_whose_finalists_left_has_no_champion() -> None:
    cup = Simulated(terms(Format.KNOCKOUT, days=2))
    cup.join(4)
    cup.start()
    for table in cup.now.open_tables:
        cup.decide(table, (1, 2))
    for table in cup.now.tables:
        cup.add(TournamentEventKind.WITHDREW, cup.now.entrants[table.seats[0]].user)
    cup.go_on()
    assert cup.now.status is TournamentStatus.OVER
    assert cup.now.champions == ()


def test_round_after_a_long_delay_has_its_whole_length() -> None:
    cup = Simulated(terms(Format.LEAGUE, days=30))
    cup.join(4)
    cup.start()
    assert cup.now.round_until(1, 1) == BEGAN + 10 * DAY
    cup.add(TournamentEventKind.EXTENDED, until=BEGAN + 25 * DAY)
    for table in cup.now.open_tables:
        cup.decide(table, (1, 2))
    cup.at = BEGAN + 25 * DAY
    cup.go_on()
    assert cup.now.round_until(1, 2) == cup.at + 10 * DAY
    assert cup.now.stages[0].kind is StageKind.ROUND_ROBIN


def test_small_delay_does_not_move_the_season() -> None:
    cup = Simulated(terms(Format.LEAGUE, days=30))
    cup.join(4)
    cup.start()
    for table in cup.now.open_tables:
        cup.decide(table, (1, 2))
    cup.at = BEGAN + 10 * DAY + 60
    cup.go_on()
    assert cup.now.round_until(1, 2) == BEGAN + 20 * DAY


def test_facts_are_printed_without_the_seed() -> None:
    cup = Simulated(terms(Format.SWISS))
    assert "seed" not in repr(cup.facts)


def test_reserve_of_a_league_gets_the_place_of_a_player_who_withdrew() -> None:
    cup = Simulated(terms(Format.LEAGUE, days=30, most=5))
    cup.join(5)
    cup.start()
    cup.add(TournamentEventKind.JOINED, 500)
    assert 500 in cup.now.reserves
    cup.add(TournamentEventKind.WITHDREW, 102)
    assert not cup.now.reserves
    new = cup.now.entrant_of(500)
    assert new is not None
    assert new.number == 5
    cup.add(TournamentEventKind.JOINED, 501)
    assert cup.now.reserves == (501,)


def test_tie_at_the_deadline_is_not_replayed() -> None:
    cup = Simulated(terms(Format.KNOCKOUT, days=2))
    cup.join(4)
    cup.start()
    first, second = cup.now.open_tables
    cup.decide(second, (1, 2))
    cup.at += 2 * DAY
    cup.decide(first, (1, 1), how="deadline")
    cup.go_on()
    (final,) = cup.now.open_tables
    assert final.id.round == 2
    assert min(first.seats, key=cup.now.stages[0].groups[0].index) in final.seats


def points_of(cup: Simulated) -> dict[int, int]:
    """Return the quarter points of each player of the first group."""
    lines = standings(cup.now, cup.now.stages[0])[0]
    return {line.entrant: line.points for line in lines}


@pytest.mark.parametrize("days", [None, 2])
@pytest.mark.parametrize(("beaten", "counts"), [(0, False), (2, False), (3, True)])
def test_player_who_leaves_a_round_robin_early_takes_points_from_none(
    days: int | None, beaten: int, counts: bool
) -> None:
    """All other matches of six players are ties."""
    cup = Simulated(terms(Format.ROUND_ROBIN, days=days))
    cup.join(6)
    cup.start()

    def results(table: Table) -> tuple[int, ...]:
        return by_number(table) if 0 in table.seats else tied(table)

    while sum(0 in table.seats for table in cup.now.tables if table.result) < beaten:
        for table in cup.now.open_tables:
            cup.decide(table, results(table))
        cup.at += 2 * DAY if days else 0
        if sum(0 in table.seats for table in cup.now.tables) < beaten:
            cup.go_on()
    for table in cup.now.open_tables:
        if beaten == 0:
            cup.decide(table, tied(table) if 0 not in table.seats else (1, 2))
    assert would_annul(cup.now, 100) is not counts
    cup.add(TournamentEventKind.WITHDREW, 100)
    cup.go_on()
    cup.play_out(tied)
    points = points_of(cup)
    others = {points[number] for number in range(1, 6)}
    assert (len(others) > 1) is counts
    assert (points[0] > 0) is counts
    assert verify(write(cup.events)).places == cup.now.places


def test_player_who_comes_back_in_time_counts_again() -> None:
    cup = Simulated(terms(Format.ROUND_ROBIN))
    cup.join(6)
    cup.start()
    for table in cup.now.open_tables:
        cup.decide(table, by_number(table))
    cup.add(TournamentEventKind.DROPPED, 100)
    assert points_of(cup)[0] == 0
    cup.add(TournamentEventKind.JOINED, 100)
    assert points_of(cup)[0] == WIN
