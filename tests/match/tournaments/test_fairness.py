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
