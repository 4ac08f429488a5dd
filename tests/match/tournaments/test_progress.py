"""Whole tournaments, from the first round to the end."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.events import EventKind
from bot.match.tournaments.fold import fold
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import StageKind, Standing, TournamentStatus
from bot.match.tournaments.tables import Table
from bot.match.tournaments.terms import Format
from bot.match.values.times import DAY
from tests.match.tournaments.simulated import Simulated, by_number, terms, tied
from tests.tiers import every, exhaustive, full_or

ONE_OFF = [one for one in Format if one is not Format.LEAGUE]


def simulated(chosen: Format, people: int, **values: object) -> Simulated:
    """A tournament of so many people that has just started."""
    made = Simulated(terms(chosen, **values))
    made.join(people)
    made.start()
    return made


@pytest.mark.parametrize("chosen", ONE_OFF)
@pytest.mark.parametrize("seats", every([2, 3, 4], 2))
@pytest.mark.parametrize("days", every([None, 3]))
@pytest.mark.parametrize("people", every([4, 5, 7, 12, 16], lambda people: people in (5, 12)))
def test_whole_tournaments(chosen: Format, seats: int, days: int | None, people: int) -> None:
    """The best wins where the best always wins, and everybody gets a place.

    In a Swiss at larger tables two may have won all their matches and never met.
    """
    made = simulated(chosen, people, seats=seats, days=days)
    made.play_out(by_number)
    if chosen is Format.SWISS and seats > 2:
        (champion,) = made.now.champions
        mine = [table for table in made.now.tables if champion in table.seats]
        assert all(table.place_of(champion) == 1 for table in mine)
    else:
        assert made.now.champions == (0,)
    assert None not in made.now.places
    assert made.now == fold(made.events)


@pytest.mark.parametrize("chosen", ONE_OFF)
@pytest.mark.parametrize("seats", [2, 4])
def test_ties_end(chosen: Format, seats: int) -> None:
    """Where everybody always ties, one wins by the lot that everybody can check."""
    made = simulated(chosen, 9, seats=seats)
    made.play_out(tied)
    assert len(made.now.champions) == 1


@pytest.mark.parametrize("chosen", ONE_OFF)
def test_nobody_comes(chosen: Format) -> None:
    """Where no match ever has a result, it still ends."""
    made = simulated(chosen, 6)
    made.play_out(lambda _: ())
    assert made.now.status is TournamentStatus.OVER


@exhaustive
def test_many_people() -> None:
    """As many as there may be, of whom the best wins."""
    for chosen, people in ((Format.KNOCKOUT, 128), (Format.SWISS, 64)):
        made = simulated(chosen, people)
        made.play_out(by_number)
        assert made.now.champions == (0,)


def test_round_robin_is_whole() -> None:
    """Everybody meets everybody once, as results come."""
    made = simulated(Format.ROUND_ROBIN, 7)
    made.play_out(by_number)
    met = Counter(frozenset(table.seats) for table in made.now.tables)
    assert met == Counter(map(frozenset, combinations(range(7), 2)))


def test_nobody_has_two_matches_at_once() -> None:
    """As results come, a table waits for those who still play elsewhere."""
    made = simulated(Format.ROUND_ROBIN, 6)
    while made.now.open_tables:
        busy = [one for table in made.now.open_tables for one in table.seats]
        assert len(busy) == len(set(busy))
        made.decide(made.now.open_tables[-1], (1, 2))
        made.go_on()


def test_rounds_by_deadline() -> None:
    """A round begins when the one before is over, and not before."""
    made = simulated(Format.SWISS, 8, days=3)
    began = made.at
    for table in made.now.open_tables:
        made.decide(table, (1, 2))
    made.at = began + 3 * DAY - 1
    made.go_on()
    assert not made.now.open_tables
    made.at += 1
    made.go_on()
    assert {table.id.round for table in made.now.open_tables} == {2}
    assert made.now.round_until(1, 2) == began + 6 * DAY


def test_knockout_as_results_come() -> None:
    """A semifinal begins when its two are known, while another table still plays."""
    made = simulated(Format.KNOCKOUT, 8)
    first, second, *_ = made.now.open_tables
    made.decide(first, (1, 2))
    made.decide(second, (1, 2))
    made.go_on()
    assert [table.id.round for table in made.now.open_tables] == [1, 1, 2]


def test_knockout_ties_are_played_again() -> None:
    """Twice; then the better seed goes on."""
    made = simulated(Format.KNOCKOUT, 4)
    table = made.now.open_tables[0]
    for game in (1, 2, 3):
        again = next(one for one in made.now.open_tables if one.id.number == table.id.number)
        assert again.id.game == game
        made.decide(again, (1, 1))
        made.go_on()
    other = next(one for one in made.now.open_tables)
    made.decide(other, (1, 2))
    made.go_on()
    (final,) = made.now.open_tables
    better = min(table.seats, key=made.now.stages[0].groups[0].index)
    assert better in final.seats


def test_play_off() -> None:
    """Two who are equal in everything play for the first place."""
    made = simulated(Format.ROUND_ROBIN, 4)

    def places(table: Table) -> tuple[int, ...]:
        if set(table.seats) == {0, 1}:
            return (1, 1)
        return by_number(table)

    while made.now.stages[-1].number == 1:
        made.decide(made.now.open_tables[0], places(made.now.open_tables[0]))
        made.go_on()
    assert made.now.stages[-1].kind is StageKind.KNOCKOUT
    (table,) = made.now.open_tables
    assert set(table.seats) == {0, 1}
    made.decide(table, (1, 2))
    made.go_on()
    assert made.now.champions == (table.seats[0],)
    assert made.now.places[table.seats[1]] == 2


def test_who_vanishes_is_dropped() -> None:
    """From the next round on, but comes back by joining again; the others go on."""
    made = simulated(Format.SWISS, 6, rounds=3)
    table = made.now.open_tables[0]
    gone = table.seats[0]
    made.decide(table, (2, 1), late=[gone])
    made.go_on()
    assert made.now.entrants[gone].standing is Standing.DROPPED
    for one in made.now.open_tables:
        made.decide(one, (1, 2))
    made.go_on()
    assert all(gone not in one.seats for one in made.now.open_tables)
    made.add(EventKind.JOINED, made.now.entrants[gone].user)
    while {one.id.round for one in made.now.open_tables} == {2}:
        made.decide(made.now.open_tables[0], (1, 2))
        made.go_on()
    assert any(gone in one.seats for one in made.now.open_tables)


def test_reserve_comes_in() -> None:
    """Who waits takes the place of who vanished, with its points."""
    made = simulated(Format.SWISS, 6, most=6, rounds=3)
    made.add(EventKind.JOINED, 500)
    assert made.now.reserves == (500,)
    table = made.now.open_tables[0]
    made.decide(table, (2, 1), late=[table.seats[0]])
    made.go_on()
    place = made.now.entrants[table.seats[0]]
    assert (place.user, place.before, place.plays) == (500, (100 + place.number,), True)
    assert not made.now.reserves


def test_withdrawn_give_walkovers() -> None:
    """Their opponents win without a match, and knockouts go on."""
    made = simulated(Format.KNOCKOUT, 4)
    first, second = made.now.open_tables
    made.decide(first, (1, 2))
    made.add(EventKind.WITHDREW, made.now.entrants[first.seats[0]].user)
    made.decide(second, (1, 2))
    made.go_on()
    assert made.now.champions == (second.seats[0],)


def test_check_in() -> None:
    """Who does not say that they are there is left out, and the reserve comes in."""
    made = Simulated(terms(Format.KNOCKOUT, closes=1_000_000 + DAY, check_in=6, most=5))
    made.join(7)
    made.at += DAY - 6 * 3600
    made.go_on()
    assert made.now.check_in == made.at
    for user in (100, 101, 103):
        made.add(EventKind.CHECKED_IN, user)
    made.at += 6 * 3600
    made.go_on()
    assert made.now.status is TournamentStatus.RUNNING
    users = [made.now.entrants[one].user for one in sorted(made.now.stages[0].groups[0])]
    assert users == [100, 101, 105, 103, 106]


def test_too_few() -> None:
    """Registration stays open until a moderator starts it."""
    made = Simulated(terms(Format.KNOCKOUT, closes=1_000_000 + DAY))
    made.join(3)
    made.at += DAY
    made.go_on()
    assert made.now.status is TournamentStatus.OPEN
    assert made.now.terms.closes is None


def test_forgotten_leave() -> None:
    """Whoever has been forgotten leaves by themselves, before the start and after it."""
    made = Simulated(terms(Format.SWISS))
    made.join(5)
    made.add(EventKind.JOINED, -7)
    made.go_on()
    assert [one.user for one in made.now.entrants] == [100, 101, 102, 103, 104]
    made.start()
    forgotten = [replace(e, user=-8) if e.user == 101 else e for e in made.events]
    made.events, made.now = forgotten, fold(forgotten)
    made.go_on()
    assert made.now.entrants[1].standing is Standing.WITHDRAWN


def test_best_are_seeded_apart() -> None:
    """By rating: the two best can meet only in the final."""
    made = Simulated(terms(Format.KNOCKOUT), ratings={107: 1900.0, 103: 1800.0, 100: 1000.0})
    made.join(8)
    made.start()
    assert made.now.stages[0].groups[0][:3] == (7, 3, 0)
    tables = sorted(made.now.open_tables, key=lambda table: table.id)
    halves = [{one for table in tables[at : at + 2] for one in table.seats} for at in (0, 2)]
    assert [7 in half for half in halves] != [3 in half for half in halves]


class TestLeague:
    """Seasons follow each other."""

    def test_promotion(self) -> None:
        """The best of a lower group and the last of a higher one change places."""
        made = simulated(Format.LEAGUE, 8, days=28, group=4)
        above, below = made.now.stages[0].groups
        self.play_season(made)
        season = made.now.stages[1]
        up, down = made.now.stages[0].order[1][0], made.now.stages[0].order[0][-1]
        assert up in below
        assert up in season.groups[0]
        assert down in above
        assert down in season.groups[1]

    def test_length(self) -> None:
        """A season lasts as long as it should, however quickly people play."""
        made = simulated(Format.LEAGUE, 4, days=30)
        began = made.at
        self.play_season(made)
        assert made.at == began + 30 * DAY

    def test_away(self) -> None:
        """Who is away when a season begins rests, and comes back where they were."""
        made = simulated(Format.LEAGUE, 12, days=30, group=4)
        top = made.now.stages[0].groups[0][0]
        made.away = frozenset({made.now.entrants[top].user})
        best_first = made.now.stages[0].groups[0]
        self.play_season(made, best_first)
        assert all(top not in group for group in made.now.stages[1].groups)
        made.away = frozenset()
        self.play_season(made, best_first)
        assert top in made.now.stages[2].groups[0]

    def test_newcomers(self) -> None:
        """Who joins in a season plays from the next one on, in the last group."""
        made = simulated(Format.LEAGUE, 8, days=30, group=4)
        made.add(EventKind.JOINED, 700)
        new = made.now.entrant_of(700)
        assert new is not None
        assert all(new.number not in group for group in made.now.stages[0].groups)
        self.play_season(made)
        assert new.number in made.now.stages[1].groups[-1]

    def play_season(self, made: Simulated, best: tuple[int, ...] = ()) -> None:
        """Until the next one begins; `best` always win, then the lower numbers."""
        season = len(made.now.stages)

        def rank(one: int) -> tuple[int, int]:
            return (best.index(one) if one in best else len(best), one)

        for _ in range(200):
            for table in made.now.open_tables:
                order = sorted(table.seats, key=rank)
                made.decide(table, tuple(1 + order.index(one) for one in table.seats))
            if len(made.now.stages) > season:
                return
            if not made.now.open_tables:
                ahead = [at for at in made.times() if at > made.at]
                made.at = min(ahead)
            made.go_on()
        raise AssertionError("the season never ends")


@settings(max_examples=full_or(60, 15), deadline=None)
@given(st.data())
def test_any_story(data: st.DataObject) -> None:
    """Whatever people do: it ends, nobody is at two tables at once, and events fold to the same."""
    chosen = data.draw(st.sampled_from(ONE_OFF))
    people = data.draw(st.integers(4, 14))
    made = Simulated(
        terms(
            chosen,
            seats=data.draw(st.integers(2, 4)),
            days=data.draw(st.sampled_from([None, 2])),
            group=data.draw(st.integers(4, 6)),
        )
    )
    made.join(people)
    made.start()
    for _ in range(400):
        if made.now.status is TournamentStatus.OVER:
            break
        by_round: Counter[tuple[int, int, int]] = Counter()
        for table in made.now.open_tables:
            for one in table.seats:
                by_round[one, table.id.stage, table.id.round] += 1
        assert not by_round or max(by_round.values()) == 1
        playing = [one for one in made.now.entrants if one.plays]
        act = data.draw(st.sampled_from(["play"] * 8 + ["withdraw", "join", "back"]))
        if act == "withdraw" and playing:
            user = data.draw(st.sampled_from(playing)).user
            made.add(EventKind.WITHDREW, user)
        elif act == "join":
            made.add(EventKind.JOINED, 1000 + len(made.events))
        elif act == "back":
            dropped = [one for one in made.now.entrants if one.standing is Standing.DROPPED]
            if dropped:
                made.add(EventKind.JOINED, data.draw(st.sampled_from(dropped)).user)
        elif made.now.open_tables:
            table = data.draw(st.sampled_from(made.now.open_tables))
            places = data.draw(st.permutations(range(1, len(table.seats) + 1)))
            what = data.draw(st.sampled_from(["win"] * 5 + ["tie", "late", "nothing"]))
            if what == "tie":
                made.decide(table, tied(table))
            elif what == "nothing":
                made.decide(table, ())
            else:
                late = [table.seats[places.index(max(places))]] if what == "late" else []
                made.decide(table, places, late)
        elif made.times():
            made.at = min(made.times())
        made.go_on()
    assert made.now.status is TournamentStatus.OVER
    assert made.now == fold(made.events)
    lines = [line for stage in made.now.stages for g in standings(made.now, stage) for line in g]
    assert all(line.points >= 0 for line in lines)


@pytest.mark.parametrize("chosen", [Format.SWISS, Format.ROUND_ROBIN])
def test_nobody_scores(chosen: Format) -> None:
    """Then nobody has won, and there is no play-off."""
    made = simulated(chosen, 4)
    made.play_out(lambda _: ())
    assert made.now.champions == ()
    assert set(made.now.places) == {2}
    assert len(made.now.stages) == 1
