"""Cases that earlier editions of the rules decided otherwise."""

from dataclasses import replace

import pytest

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.pairing.round_robin import opponent, schedule
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.tables import Table
from bot.match.tournaments.terms import Format
from bot.match.values.times import DAY
from tests.match.tournaments.simulated import Simulated, by_number, terms, tied


def start_tournament(chosen: Format, people: int, **values: object) -> Simulated:
    """Start a tournament with players seeded in the order of their numbers."""
    ratings = {100 + number: 2000.0 - number for number in range(people)}
    cup = Simulated(terms(chosen, **values), ratings=ratings)
    cup.join(people)
    cup.start()
    return cup


def check_file(cup: Simulated) -> None:
    assert verify(write(cup.events)).places == cup.now.places


def test_player_with_a_bye_who_withdrew_is_not_seated() -> None:
    cup = start_tournament(Format.KNOCKOUT, 5, days=3)
    (first,) = cup.now.open_tables
    assert set(first.seats) == {3, 4}
    cup.add(TournamentEventKind.WITHDREW, 100)
    cup.decide(first, by_number(first))
    cup.at += 3 * DAY
    cup.go_on()
    assert not any(0 in table.seats for table in cup.now.open_tables)
    cup.play_out(by_number)
    check_file(cup)
    assert cup.now.places == (4, 1, 3, 2, 4)


def test_player_who_withdrew_does_not_play_a_tie_again() -> None:
    cup = start_tournament(Format.KNOCKOUT, 4)
    first, second = cup.now.open_tables
    assert set(first.seats) == {0, 3}
    cup.add(TournamentEventKind.WITHDREW, 100)
    cup.decide(first, tied(first))
    cup.go_on()
    assert not any(0 in table.seats for table in cup.now.open_tables)
    cup.decide(second, by_number(second))
    cup.go_on()
    (final,) = cup.now.open_tables
    assert set(final.seats) == {1, 3}
    cup.play_out(by_number)
    check_file(cup)


def test_players_who_tie_behind_the_winner_share_a_place() -> None:
    cup = start_tournament(Format.KNOCKOUT, 9, seats=3)

    def final_ties(table: Table) -> tuple[int, ...]:
        best = min(table.seats)
        final = table.id.round == 2
        return tuple(1 + (seat != best) for seat in table.seats) if final else by_number(table)

    cup.play_out(final_ties)
    assert {place for place in cup.now.places[:3] if place is not None} == {1, 2}
    assert cup.now.champions == (0,)
    check_file(cup)


def test_new_season_length_does_not_affect_the_running_season() -> None:
    cup = start_tournament(Format.LEAGUE, 4, days=9)
    cup.add(TournamentEventKind.EDITED, terms=replace(cup.terms, days=90).text)
    cup.events[-1] = replace(cup.events[-1], by=1)
    began = cup.now.started
    assert began is not None
    while len(cup.now.stages) == 1:
        for table in cup.now.open_tables:
            cup.decide(table, by_number(table))
        cup.at += DAY
        cup.go_on()
        assert cup.now.status is TournamentStatus.RUNNING
    assert cup.now.stages[1].began == began + 9 * DAY
    (until,) = [end.until for end in cup.now.stages[1].ends]
    assert until == cup.now.stages[1].began + 30 * DAY
    check_file(cup)


def test_walkover_counts_as_beating_the_opponent() -> None:
    """Players 1 and 2 beat player 3, who has points, before and after player 3 withdraws."""
    cup = start_tournament(Format.ROUND_ROBIN, 4, days=2)
    for _ in range(2):
        for table in cup.now.open_tables:
            cup.decide(table, tied(table) if 3 not in table.seats else by_number(table))
        cup.at += 2 * DAY
        cup.go_on()
    cup.add(TournamentEventKind.WITHDREW, 103)
    cup.play_out(tied)
    (lines,) = standings(cup.now, cup.now.stages[0])
    walkovers = [table.seats[0] for table in cup.now.tables if table.is_bye]
    played = {seat for table in cup.now.tables if 3 in table.seats for seat in table.seats} - {3}
    figures = {line.entrant: line.figures for line in lines}
    for seat in walkovers:
        for other in played:
            assert figures[seat] == figures[other]
    check_file(cup)


@pytest.mark.parametrize("people", range(2, 12))
def test_opponents_follow_the_schedule(people: int) -> None:
    order = tuple(reversed(range(people)))
    for number, tables in enumerate(schedule(order, 2, b""), start=1):
        pairs = {player: other for table in tables for player, other in (table, table[::-1])}
        assert [opponent(order, number, player) for player in order] == [*map(pairs.get, order)]
