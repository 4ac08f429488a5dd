"""Nobody loses a place, a round or a title by what they could not help."""

from bot.match.timing.pace import DAY, HOUR
from bot.match.tournaments.events import EventKind
from bot.match.tournaments.progress import next_time
from bot.match.tournaments.state import StageKind, Standing, Tournament, TournamentStatus
from bot.match.tournaments.terms import Format, Terms
from tests.match.tournaments.simulated import BEGAN, Simulated, by_number, terms

CHECKED = terms(Format.KNOCKOUT, closes=BEGAN + DAY, check_in=6, most=4)


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
