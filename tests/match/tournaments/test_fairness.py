"""Nobody loses a place, a round or a title by what they could not help."""

from bot.match.tournaments.events import EventKind
from bot.match.tournaments.progress import next_time
from bot.match.tournaments.state import StageKind, Standing, Tournament, TournamentStatus
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, HOUR
from tests.match.tournaments.simulated import BEGAN, Simulated, by_number, terms

CHECKED = terms(Format.KNOCKOUT, closes=BEGAN + DAY, check_in=6, most=4)


def checking(chosen: Terms = CHECKED, people: int = 4) -> Simulated:
    """A tournament whose check-in is open."""
    made = Simulated(chosen)
    made.join(people)
    made.at += DAY - 6 * HOUR
    made.go_on()
    assert made.now.check_in is not None
    return made


def playing(now: Tournament) -> set[int]:
    """Who plays the first round."""
    return {now.entrants[one].user for one in now.stages[0].groups[0]}


def test_joining_during_check_in() -> None:
    """Who joins then is there."""
    made = checking(people=3)
    for user in (100, 101, 102):
        made.add(EventKind.CHECKED_IN, user)
    made.add(EventKind.JOINED, 500)
    made.at += 6 * HOUR
    made.go_on()
    assert playing(made.now) == {100, 101, 102, 500}


def test_coming_in_during_check_in() -> None:
    """Who comes in from the reserve then needs not check in, as nobody has called them."""
    made = checking(people=6)
    made.add(EventKind.LEFT, 100)
    for user in (101, 102):
        made.add(EventKind.CHECKED_IN, user)
    made.at += 6 * HOUR
    made.go_on()
    assert playing(made.now) == {101, 102, 104, 105}


def test_missed_check_in() -> None:
    """If the bot was down for all of it, the start waits for as long as check-in was to last."""
    made = Simulated(CHECKED)
    made.join(8)
    made.at += DAY + HOUR
    made.go_on()
    assert made.now.status is TournamentStatus.OPEN
    assert made.now.check_in == made.at
    assert made.now.terms.closes == made.at + 6 * HOUR
    assert next_time(made.now, made.at) == made.now.terms.closes


def test_too_few_checked_in() -> None:
    """A moderator can still change it: nothing refers to a start that is not known."""
    made = checking(people=4)
    made.at += 6 * HOUR
    made.go_on()
    assert made.now.terms.closes is None
    assert made.now.terms.check_in == 0
    assert made.now.check_in is not None, "who is there has said so"


def test_more_places() -> None:
    """Who waits comes in before anybody who joins later."""
    made = Simulated(terms(Format.SWISS, most=4))
    made.join(6)
    more = terms(Format.SWISS, most=5)
    made.add(EventKind.EDITED, terms=more.text)
    assert [one.user for one in made.now.entrants] == [100, 101, 102, 103, 104]
    assert [one.number for one in made.now.entrants] == [0, 1, 2, 3, 4]
    assert made.now.reserves == (105,)


def test_nobody_takes_over_what_is_played() -> None:
    """Who loses their last match by being late keeps their place and their points."""
    for chosen in (Format.SWISS, Format.ROUND_ROBIN):
        made = Simulated(terms(chosen, most=4, rounds=3))
        made.join(4)
        made.start()
        made.add(EventKind.JOINED, 500)
        while len(made.now.tables) < 6 or len(made.now.open_tables) > 1:
            table = made.now.open_tables[0]
            made.decide(table, by_number(table))
            made.go_on()
        (last,) = made.now.open_tables
        places = by_number(last)
        made.decide(last, places, late=[last.seats[places.index(2)]])
        made.go_on()
        assert made.now.status is TournamentStatus.OVER
        assert {one.user for one in made.now.entrants} == {100, 101, 102, 103}
        assert all(one.standing is Standing.IN for one in made.now.entrants)


def test_final_without_result() -> None:
    """Nobody has won a knockout in whose final nobody got anything."""
    made = Simulated(terms(Format.KNOCKOUT))
    made.join(4)
    made.start()
    while {table.id.round for table in made.now.open_tables} == {1}:
        made.decide(made.now.open_tables[0], (1, 2))
        made.go_on()
    made.decide(made.now.open_tables[0], ())
    made.go_on()
    assert made.now.status is TournamentStatus.OVER
    assert made.now.champions == ()


def test_nobody_comes_to_the_final() -> None:
    """Nobody has won if both who reached the final are gone."""
    made = Simulated(terms(Format.KNOCKOUT, days=2))
    made.join(4)
    made.start()
    for table in made.now.open_tables:
        made.decide(table, (1, 2))
    for table in made.now.tables:
        made.add(EventKind.WITHDREW, made.now.entrants[table.seats[0]].user)
    made.go_on()
    assert made.now.status is TournamentStatus.OVER
    assert made.now.champions == ()


def test_rounds_of_a_season_have_time() -> None:
    """After a round was extended, or the bot was down, the next one is as long as the others."""
    made = Simulated(terms(Format.LEAGUE, days=30))
    made.join(4)
    made.start()
    assert made.now.round_until(1, 1) == BEGAN + 10 * DAY
    made.add(EventKind.EXTENDED, until=BEGAN + 25 * DAY)
    for table in made.now.open_tables:
        made.decide(table, (1, 2))
    made.at = BEGAN + 25 * DAY
    made.go_on()
    assert made.now.round_until(1, 2) == made.at + 10 * DAY
    assert made.now.stages[0].kind is StageKind.ROUND_ROBIN


def test_rounds_of_a_season_keep_to_it() -> None:
    """A little delay moves nothing."""
    made = Simulated(terms(Format.LEAGUE, days=30))
    made.join(4)
    made.start()
    for table in made.now.open_tables:
        made.decide(table, (1, 2))
    made.at = BEGAN + 10 * DAY + 60
    made.go_on()
    assert made.now.round_until(1, 2) == BEGAN + 20 * DAY


def test_seed_in_no_error() -> None:
    """What the world is like is printed without it."""
    made = Simulated(terms(Format.SWISS))
    assert "seed" not in repr(made.facts)


def test_places_of_a_league_become_free() -> None:
    """Who waits comes in when somebody withdraws for good, and plays from the next season on."""
    made = Simulated(terms(Format.LEAGUE, days=30, most=5))
    made.join(5)
    made.start()
    made.add(EventKind.JOINED, 500)
    assert 500 in made.now.reserves
    made.add(EventKind.WITHDREW, 102)
    assert not made.now.reserves
    new = made.now.entrant_of(500)
    assert new is not None
    assert new.number == 5
    made.add(EventKind.JOINED, 501)
    assert made.now.reserves == (501,)


def test_tie_at_the_deadline() -> None:
    """No match begins for which there is no time: the better seed goes on."""
    made = Simulated(terms(Format.KNOCKOUT, days=2))
    made.join(4)
    made.start()
    first, second = made.now.open_tables
    made.decide(second, (1, 2))
    made.at += 2 * DAY
    made.decide(first, (1, 1), how="deadline")
    made.go_on()
    (final,) = made.now.open_tables
    assert final.id.round == 2
    assert min(first.seats, key=made.now.stages[0].groups[0].index) in final.seats
