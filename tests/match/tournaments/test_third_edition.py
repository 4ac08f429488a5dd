"""Rules of the third edition; tournaments of the second keep theirs, and their files verify."""

from dataclasses import replace

import pytest

from bot.match.timing.pace import DAY
from bot.match.tournaments.events import EventKind
from bot.match.tournaments.files import verify, written
from bot.match.tournaments.state import EDITION, SECOND_EDITION, TournamentStatus
from bot.match.tournaments.terms import Format
from tests.match.tournaments.simulated import Simulated, by_number, terms

EDITIONS = (SECOND_EDITION, EDITION)


def begun(chosen: Format, people: int, edition: int, **values: object) -> Simulated:
    """A tournament whose players are seeded in the order of their numbers."""
    ratings = {100 + number: 2000.0 - number for number in range(people)}
    cup = Simulated(terms(chosen, **values), ratings=ratings, edition=edition)
    cup.join(people)
    cup.start()
    return cup


def check_file(cup: Simulated) -> None:
    """Check that the file of a tournament verifies."""
    assert verify(written(cup.events)).places == cup.now.places


@pytest.mark.parametrize("edition", EDITIONS)
def test_new_length_of_seasons_leaves_the_running_one_alone(edition: int) -> None:
    cup = begun(Format.LEAGUE, 4, edition, days=9)
    cup.add(EventKind.EDITED, terms=replace(cup.terms, days=90).text)
    cup.events[-1] = replace(cup.events[-1], by=1)
    began = cup.now.started
    assert began is not None
    while len(cup.now.stages) == 1:
        for table in cup.now.open_tables:
            cup.decide(table, by_number(table))
        cup.at += DAY
        cup.go_on()
        assert cup.now.status is TournamentStatus.RUNNING
    assert cup.now.stages[1].began == began + (90 if edition == SECOND_EDITION else 9) * DAY
    (until,) = cup.now.ends_of(2)
    assert until == cup.now.stages[1].began + 30 * DAY
    check_file(cup)
