"""Simulated tournaments from the first round to the end."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.fold import fold
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import EntrantStatus, StageKind, TournamentStatus
from bot.match.tournaments.tables import Table
from bot.match.tournaments.terms import Format
from bot.match.values.times import DAY
from tests.match.tournaments.simulated import Simulated, by_number, terms, tied
from tests.tiers import every, exhaustive, full_or

ONE_OFF = [one for one in Format if one is not Format.LEAGUE]


def simulated(chosen: Format, people: int, **values: object) -> Simulated:
    """Return a tournament of `people` that has just started."""
    cup = Simulated(terms(chosen, **values))
    cup.join(people)
    cup.start()
    return cup


@pytest.mark.parametrize("chosen", ONE_OFF)
@pytest.mark.parametrize("seats", every([2, 3, 4], 2))
@pytest.mark.parametrize("days", every([None, 3]))
@pytest.mark.parametrize("people", every([4, 5, 7, 12, 16], lambda people: people in (5, 12)))
def test_best_player_wins_and_all_have_a_place(
    chosen: Format, seats: int, days: int | None, people: int
) -> None:
    """In a Swiss at larger tables, two players can win all their matches without meeting."""
    cup = simulated(chosen, people, seats=seats, days=days)
    cup.play_out(by_number)
    if chosen is Format.SWISS and seats > 2:
        (champion,) = cup.now.champions
        mine = [table for table in cup.now.tables if champion in table.seats]
        assert all(table.place_of(champion) == 1 for table in mine)
    else:
        assert cup.now.champions == (0,)
    assert None not in cup.now.places
    assert cup.now == fold(cup.events)


@pytest.mark.parametrize("chosen", ONE_OFF)
@pytest.mark.parametrize("seats", [2, 4])
def test_tournament_of_ties_has_one_champion_by_lot(chosen: Format, seats: int) -> None:
    cup = simulated(chosen, 9, seats=seats)
    cup.play_out(tied)
    assert len(cup.now.champions) == 1


@pytest.mark.parametrize("chosen", ONE_OFF)
def test_tournament_without_results_ends(chosen: Format) -> None:
    cup = simulated(chosen, 6)
    cup.play_out(lambda _: ())
    assert cup.now.status is TournamentStatus.OVER


@exhaustive
def test_best_of_the_largest_tournament_wins() -> None:
    for chosen, people in ((Format.KNOCKOUT, 128), (Format.SWISS, 64)):
        cup = simulated(chosen, people)
        cup.play_out(by_number)
        assert cup.now.champions == (0,)


def test_round_robin_pairs_all_players_once() -> None:
    cup = simulated(Format.ROUND_ROBIN, 7)
    cup.play_out(by_number)
    met = Counter(frozenset(table.seats) for table in cup.now.tables)
    assert met == Counter(map(frozenset, combinations(range(7), 2)))


def test_table_waits_for_players_who_still_play_elsewhere() -> None:
    cup = simulated(Format.ROUND_ROBIN, 6)
    while cup.now.open_tables:
        busy = [seat for table in cup.now.open_tables for seat in table.seats]
        assert len(busy) == len(set(busy))
        cup.decide(cup.now.open_tables[-1], (1, 2))
        cup.go_on()


def test_round_with_a_deadline_starts_when_the_last_one_ends() -> None:
    cup = simulated(Format.SWISS, 8, days=3)
    began = cup.at
    for table in cup.now.open_tables:
        cup.decide(table, (1, 2))
    cup.at = began + 3 * DAY - 1
    cup.go_on()
    assert not cup.now.open_tables
    cup.at += 1
    cup.go_on()
    assert {table.id.round for table in cup.now.open_tables} == {2}
    assert cup.now.round_until(1, 2) == began + 6 * DAY


def test_semifinal_starts_when_its_players_are_known() -> None:
    cup = simulated(Format.KNOCKOUT, 8)
    first, second, *_ = cup.now.open_tables
    cup.decide(first, (1, 2))
    cup.decide(second, (1, 2))
    cup.go_on()
    assert [table.id.round for table in cup.now.open_tables] == [1, 1, 2]


def test_tie_in_a_knockout_is_replayed_twice_then_the_better_seed_advances() -> None:
    cup = simulated(Format.KNOCKOUT, 4)
    table = cup.now.open_tables[0]
    for game in (1, 2, 3):
        again = next(
            open_table
            for open_table in cup.now.open_tables
            if open_table.id.number == table.id.number
        )
        assert again.id.game == game
        cup.decide(again, (1, 1))
        cup.go_on()
    other = next(open_table for open_table in cup.now.open_tables)
    cup.decide(other, (1, 2))
    cup.go_on()
    (final,) = cup.now.open_tables
    better = min(table.seats, key=cup.now.stages[0].groups[0].index)
    assert better in final.seats


def test_equal_leaders_play_off_for_the_first_place() -> None:
    cup = simulated(Format.ROUND_ROBIN, 4)

    def places(table: Table) -> tuple[int, ...]:
        if set(table.seats) == {0, 1}:
            return (1, 1)
        return by_number(table)

    while cup.now.stages[-1].number == 1:
        cup.decide(cup.now.open_tables[0], places(cup.now.open_tables[0]))
        cup.go_on()
    assert cup.now.stages[-1].kind is StageKind.KNOCKOUT
    (table,) = cup.now.open_tables
    assert set(table.seats) == {0, 1}
    cup.decide(table, (1, 2))
    cup.go_on()
    assert cup.now.champions == (table.seats[0],)
    assert cup.now.places[table.seats[1]] == 2


def test_player_who_vanishes_is_dropped_until_they_rejoin() -> None:
    cup = simulated(Format.SWISS, 6, rounds=3)
    table = cup.now.open_tables[0]
    gone = table.seats[0]
    cup.decide(table, (2, 1), late=[gone])
    cup.go_on()
    assert cup.now.entrants[gone].standing is EntrantStatus.DROPPED
    for open_table in cup.now.open_tables:
        cup.decide(open_table, (1, 2))
    cup.go_on()
    assert all(gone not in open_table.seats for open_table in cup.now.open_tables)
    cup.add(TournamentEventKind.JOINED, cup.now.entrants[gone].user)
    while {open_table.id.round for open_table in cup.now.open_tables} == {2}:
        cup.decide(cup.now.open_tables[0], (1, 2))
        cup.go_on()
    assert any(gone in open_table.seats for open_table in cup.now.open_tables)


def test_reserve_takes_the_place_and_points_of_a_vanished_player() -> None:
    cup = simulated(Format.SWISS, 6, most=6, rounds=3)
    cup.add(TournamentEventKind.JOINED, 500)
    assert cup.now.reserves == (500,)
    table = cup.now.open_tables[0]
    cup.decide(table, (2, 1), late=[table.seats[0]])
    cup.go_on()
    place = cup.now.entrants[table.seats[0]]
    assert (place.user, place.before, place.plays) == (500, (100 + place.number,), True)
    assert not cup.now.reserves


def test_withdrawn_players_give_walkovers() -> None:
    cup = simulated(Format.KNOCKOUT, 4)
    first, second = cup.now.open_tables
    cup.decide(first, (1, 2))
    cup.add(TournamentEventKind.WITHDREW, cup.now.entrants[first.seats[0]].user)
    cup.decide(second, (1, 2))
    cup.go_on()
    assert cup.now.champions == (second.seats[0],)


def test_reserve_replaces_players_who_missed_check_in() -> None:
    cup = Simulated(terms(Format.KNOCKOUT, closes=1_000_000 + DAY, check_in=6, most=5))
    cup.join(7)
    cup.at += DAY - 6 * 3600
    cup.go_on()
    assert cup.now.check_in == cup.at
    for user in (100, 101, 103):
        cup.add(TournamentEventKind.CHECKED_IN, user)
    cup.at += 6 * 3600
    cup.go_on()
    assert cup.now.status is TournamentStatus.RUNNING
    users = [cup.now.entrants[number].user for number in sorted(cup.now.stages[0].groups[0])]
    assert users == [100, 101, 105, 103, 106]


def test_registration_with_too_few_stays_open() -> None:
    cup = Simulated(terms(Format.KNOCKOUT, closes=1_000_000 + DAY))
    cup.join(3)
    cup.at += DAY
    cup.go_on()
    assert cup.now.status is TournamentStatus.OPEN
    assert cup.now.terms.closes is None


def test_forgotten_users_leave_before_and_after_the_start() -> None:
    cup = Simulated(terms(Format.SWISS))
    cup.join(5)
    cup.add(TournamentEventKind.JOINED, -7)
    cup.go_on()
    assert [entrant.user for entrant in cup.now.entrants] == [100, 101, 102, 103, 104]
    cup.start()
    forgotten = [replace(e, user=-8) if e.user == 101 else e for e in cup.events]
    cup.events, cup.now = forgotten, fold(forgotten)
    cup.go_on()
    assert cup.now.entrants[1].standing is EntrantStatus.WITHDRAWN


def test_two_best_ratings_can_meet_only_in_the_final() -> None:
    cup = Simulated(terms(Format.KNOCKOUT), ratings={107: 1900.0, 103: 1800.0, 100: 1000.0})
    cup.join(8)
    cup.start()
    assert cup.now.stages[0].groups[0][:3] == (7, 3, 0)
    tables = sorted(cup.now.open_tables, key=lambda table: table.id)
    halves = [{seat for table in tables[at : at + 2] for seat in table.seats} for at in (0, 2)]
    assert [7 in half for half in halves] != [3 in half for half in halves]


class TestLeague:
    """Seasons of a league."""

    def test_promotion(self) -> None:
        """The best of a lower group and the last of a higher one swap places."""
        cup = simulated(Format.LEAGUE, 8, days=28, group=4)
        above, below = cup.now.stages[0].groups
        self.play_season(cup)
        season = cup.now.stages[1]
        up, down = cup.now.stages[0].order[1][0], cup.now.stages[0].order[0][-1]
        assert up in below
        assert up in season.groups[0]
        assert down in above
        assert down in season.groups[1]

    def test_length(self) -> None:
        cup = simulated(Format.LEAGUE, 4, days=30)
        began = cup.at
        self.play_season(cup)
        assert cup.at == began + 30 * DAY

    def test_away(self) -> None:
        cup = simulated(Format.LEAGUE, 12, days=30, group=4)
        top = cup.now.stages[0].groups[0][0]
        cup.away = frozenset({cup.now.entrants[top].user})
        best_first = cup.now.stages[0].groups[0]
        self.play_season(cup, best_first)
        assert all(top not in group for group in cup.now.stages[1].groups)
        cup.away = frozenset()
        self.play_season(cup, best_first)
        assert top in cup.now.stages[2].groups[0]

    def test_newcomers(self) -> None:
        cup = simulated(Format.LEAGUE, 8, days=30, group=4)
        cup.add(TournamentEventKind.JOINED, 700)
        new = cup.now.entrant_of(700)
        assert new is not None
        assert all(new.number not in group for group in cup.now.stages[0].groups)
        self.play_season(cup)
        assert new.number in cup.now.stages[1].groups[-1]

    def play_season(self, cup: Simulated, best: tuple[int, ...] = ()) -> None:
        """Play until the next season starts; `best` always win, then lower numbers."""
        season = len(cup.now.stages)

        def rank(entrant: int) -> tuple[int, int]:
            return (best.index(entrant) if entrant in best else len(best), entrant)

        for _ in range(200):
            for table in cup.now.open_tables:
                order = sorted(table.seats, key=rank)
                cup.decide(table, tuple(1 + order.index(entrant) for entrant in table.seats))
            if len(cup.now.stages) > season:
                return
            if not cup.now.open_tables:
                ahead = [at for at in cup.times() if at > cup.at]
                cup.at = min(ahead)
            cup.go_on()
        raise AssertionError("the season does not end")


@settings(max_examples=full_or(60, 15), deadline=None)
@given(st.data())
def test_any_story_ends_with_one_table_per_player_and_folds_to_the_same(
    data: st.DataObject,
) -> None:
    chosen = data.draw(st.sampled_from(ONE_OFF))
    people = data.draw(st.integers(4, 14))
    cup = Simulated(
        terms(
            chosen,
            seats=data.draw(st.integers(2, 4)),
            days=data.draw(st.sampled_from([None, 2])),
            group=data.draw(st.integers(4, 6)),
        )
    )
    cup.join(people)
    cup.start()
    for _ in range(400):
        if cup.now.status is TournamentStatus.OVER:
            break
        by_round: Counter[tuple[int, int, int]] = Counter()
        for table in cup.now.open_tables:
            for seat in table.seats:
                by_round[seat, table.id.stage, table.id.round] += 1
        assert not by_round or max(by_round.values()) == 1
        playing = [seat for seat in cup.now.entrants if seat.plays]
        act = data.draw(st.sampled_from(["play"] * 8 + ["withdraw", "join", "back"]))
        if act == "withdraw" and playing:
            user = data.draw(st.sampled_from(playing)).user
            cup.add(TournamentEventKind.WITHDREW, user)
        elif act == "join":
            cup.add(TournamentEventKind.JOINED, 1000 + len(cup.events))
        elif act == "back":
            dropped = [seat for seat in cup.now.entrants if seat.standing is EntrantStatus.DROPPED]
            if dropped:
                cup.add(TournamentEventKind.JOINED, data.draw(st.sampled_from(dropped)).user)
        elif cup.now.open_tables:
            table = data.draw(st.sampled_from(cup.now.open_tables))
            places = data.draw(st.permutations(range(1, len(table.seats) + 1)))
            action = data.draw(st.sampled_from(["win"] * 5 + ["tie", "late", "nothing"]))
            if action == "tie":
                cup.decide(table, tied(table))
            elif action == "nothing":
                cup.decide(table, ())
            else:
                late = [table.seats[places.index(max(places))]] if action == "late" else []
                cup.decide(table, places, late)
        elif cup.times():
            cup.at = min(cup.times())
        cup.go_on()
    assert cup.now.status is TournamentStatus.OVER
    assert cup.now == fold(cup.events)
    lines = [line for stage in cup.now.stages for g in standings(cup.now, stage) for line in g]
    assert all(line.points >= 0 for line in lines)


@pytest.mark.parametrize("chosen", [Format.SWISS, Format.ROUND_ROBIN])
def test_tournament_without_points_has_no_champion_or_play_off(chosen: Format) -> None:
    cup = simulated(chosen, 4)
    cup.play_out(lambda _: ())
    assert cup.now.champions == ()
    assert set(cup.now.places) == {2}
    assert len(cup.now.stages) == 1
