"""Places of players who are gone, and when reserve players get them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.state import EntrantStatus, StageKind
from bot.match.tournaments.tables import Table
from bot.match.tournaments.terms import Format
from tests.match.tournaments.simulated import Simulated, by_number, terms
from tests.match.tournaments.stories import FORMATS, story
from tests.tiers import full_or


def playing(chosen: Format, people: int, **values: object) -> Simulated:
    tournament = Simulated(terms(chosen, **values))
    tournament.join(people)
    tournament.start()
    return tournament


def decide_all(tournament: Simulated) -> None:
    for table in tournament.now.open_tables:
        tournament.decide(table, by_number(table))


def test_two_players_who_vanish_at_one_table_are_both_dropped() -> None:
    tournament = playing(Format.SWISS, 6, rounds=3)
    table = tournament.now.open_tables[0]
    tournament.decide(table, (), late=table.seats, how="forfeit")
    decide_all(tournament)
    tournament.go_on()
    standing = {tournament.now.entrants[seat].standing for seat in table.seats}
    assert standing == {EntrantStatus.DROPPED}
    paired = {seat for each in tournament.now.open_tables for seat in each.seats}
    assert paired.isdisjoint(table.seats)


@pytest.mark.parametrize("chosen", [Format.LEAGUE, Format.ROUND_ROBIN])
def test_no_bye_is_given_for_a_finished_round(chosen: Format) -> None:
    """Both opponents were gone when their round started, and one of them comes back later."""
    tournament = playing(chosen, 6, days=30 if chosen is Format.LEAGUE else 3, group=6)
    decide_all(tournament)
    schedule = tournament.now.tables
    player = 0
    other = next(
        other
        for other in range(1, 6)
        if all({player, other} != set(table.seats) for table in schedule)
    )
    for user in (100 + player, 100 + other):
        tournament.add(TournamentEventKind.DROPPED, user)
    for _ in range(3):
        tournament.at = tournament.times()[0]
        tournament.go_on()
        decide_all(tournament)
    past = max(table.id.round for table in tournament.now.tables)
    tournament.add(TournamentEventKind.JOINED, 100 + player)
    before = set(tournament.now.tables)
    tournament.go_on()
    while tournament.now.stages[0].over is None:
        decide_all(tournament)
        tournament.at = tournament.times()[0]
        tournament.go_on()
    new_tables = [table for table in tournament.now.tables_of(1) if table not in before]
    assert all(table.id.round > past for table in new_tables if player in table.seats)


def test_league_never_exceeds_its_places() -> None:
    """A dropped player waits if another user has their place."""
    tournament = playing(Format.LEAGUE, 5, days=30, most=5)
    tournament.add(TournamentEventKind.DROPPED, 102)
    tournament.add(TournamentEventKind.JOINED, 500)
    tournament.add(TournamentEventKind.JOINED, 102)
    assert sum(entrant.plays for entrant in tournament.now.entrants) == 5
    assert tournament.now.reserves == (102,)
    tournament.add(TournamentEventKind.JOINED, 501)
    tournament.add(TournamentEventKind.WITHDREW, 103)
    assert tournament.now.reserves == (501,)
    assert [entrant.user for entrant in tournament.now.entrants] == [100, 101, 102, 103, 104, 500]
    assert tournament.now.entrants[2].standing is EntrantStatus.IN


def test_dropped_player_in_the_reserve_takes_no_second_place() -> None:
    tournament = playing(Format.LEAGUE, 5, days=30, most=5)
    tournament.add(TournamentEventKind.DROPPED, 102)
    tournament.add(TournamentEventKind.JOINED, 500)
    tournament.add(TournamentEventKind.JOINED, 102)
    table = next(each for each in tournament.now.open_tables if 2 not in each.seats)
    tournament.decide(table, by_number(table), late=table.seats[:1])
    tournament.go_on()
    users = [each.user for each in tournament.now.entrants]
    assert len(users) == len(set(users))
    assert tournament.now.entrants[2].standing is EntrantStatus.IN, "a place is free"


def last_table_of_group(tournament: Simulated, number: int) -> Table:
    """Play a group of four until only a table with this entrant is left, and return that table."""
    while len(tournament.now.open_tables) > 1 or len(tournament.now.tables) < 6:
        table = next((t for t in tournament.now.open_tables if number not in t.seats), None)
        table = table or tournament.now.open_tables[0]
        tournament.decide(table, by_number(table))
        tournament.go_on()
    (last,) = tournament.now.open_tables
    assert number in last.seats
    return last


def test_reserve_gets_no_place_without_further_matches() -> None:
    """The last player of a group vanishes in the group's last match."""
    tournament = playing(Format.GROUPS, 4, most=4, group=4, advance=2)
    tournament.add(TournamentEventKind.JOINED, 500)
    last = last_table_of_group(tournament, 3)
    tournament.decide(last, by_number(last), late=[3])
    tournament.go_on()
    assert tournament.now.stages[-1].kind is StageKind.KNOCKOUT
    assert tournament.now.reserves == (500,)
    assert tournament.now.entrants[3].user == 103


def test_reserve_gets_a_place_in_the_final() -> None:
    tournament = playing(Format.GROUPS, 4, most=4, group=4, advance=2)
    tournament.add(TournamentEventKind.JOINED, 500)
    last = last_table_of_group(tournament, 0)
    tournament.decide(last, by_number(last)[::-1], late=[0])
    tournament.go_on()
    assert tournament.now.entrants[0].user == 500
    assert any(0 in table.seats for table in tournament.now.tables_of(2))


@pytest.mark.parametrize("chosen", [Format.SWISS, Format.ROUND_ROBIN, Format.GROUPS])
def test_reserve_replaces_a_withdrawn_player_after_the_match(chosen: Format) -> None:
    """The reserve gets the place only then, so that the opponent wins the match."""
    tournament = playing(chosen, 6, most=6, rounds=3, group=6)
    tournament.add(TournamentEventKind.JOINED, 500)
    table = tournament.now.open_tables[0]
    gone = table.seats[0]
    tournament.add(TournamentEventKind.WITHDREW, 100 + gone)
    tournament.go_on()
    assert tournament.now.reserves == (500,)
    tournament.decide(table, (2, 1), how="forfeit")
    tournament.go_on()
    place = tournament.now.entrants[gone]
    assert (place.user, place.before, place.plays) == (500, (100 + gone,), True)
    tournament.play_out(by_number)
    assert sum(gone in table_seated.seats for table_seated in tournament.now.tables_of(1)) > 1


def test_reserve_gets_no_place_after_the_last_round() -> None:
    tournament = playing(Format.SWISS, 6, most=6, rounds=1)
    tournament.add(TournamentEventKind.JOINED, 500)
    table = tournament.now.open_tables[0]
    tournament.decide(table, (2, 1))
    tournament.add(TournamentEventKind.WITHDREW, 100 + table.seats[0])
    tournament.go_on()
    assert tournament.now.reserves == (500,)


@given(st.integers(0, 10**6))
@settings(max_examples=full_or(300, 50), deadline=None)
def test_places_are_consistent_in_any_story(number: int) -> None:
    """Each player has one place, a league never exceeds its places, a round with a deadline is
    seated once, and no player who is gone is paired.
    """
    first, *events = story(number).events
    now = fold([first])
    for event in events:
        before, now = now, after(now, event)
        users = [entrant.user for entrant in now.entrants if entrant.plays]
        assert len(users) == len(set(users))
        assert not set(users) & set(now.reserves)
        if now.is_league:
            assert len(users) <= now.terms.most
        if event.kind is not TournamentEventKind.PAIRED:
            continue
        assert now.stage is not None
        if now.stage.kind is StageKind.KNOCKOUT:
            continue
        seated = tuple(now.tables)[len(before.tables) :]
        assert all(now.entrants[entrant].plays for table in seated for entrant in table.seats)
        if now.terms.days is not None:
            earlier = [table.id.round for table in before.tables_of(now.stage.number)]
            assert all(table.id.round > max(earlier, default=0) for table in seated)


def test_stories_have_every_format() -> None:
    assert {story(number, steps=0).terms.format for number in range(5)} == set(FORMATS)
