"""In a Swiss, neither a bye nor an opponent who leaves costs a place."""

import random  # noqa: TID251 - what happens in tests, by a seed
from itertools import combinations

import pytest

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.standings import StandingsLine, standings
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.terms import Format, Seeding
from tests.match.tournaments import simulated
from tests.match.tournaments.simulated import Simulated, by_number, terms
from tests.tiers import full_or

TOURNAMENTS = full_or(150, 60)


def of_equals(number: int) -> Simulated:
    """Play a Swiss of four rounds among nine players of equal strength."""
    luck = random.Random(number)  # noqa: S311
    tournament = Simulated(terms(Format.SWISS, rounds=4, seeding=Seeding.LOT))
    tournament.join(9)
    tournament.start()
    while tournament.now.stages[0].over is None:
        tournament.decide(tournament.now.open_tables[0], luck.choice([(1, 2), (2, 1)]))
        tournament.go_on()
    return tournament


def lines(now: Tournament) -> tuple[StandingsLine, ...]:
    (group,) = standings(now, now.stages[0])
    return group


def behind_and_ahead(monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Count pairs of equal points in which the player with a bye is behind and ahead."""
    behind = ahead = 0
    for number in range(TOURNAMENTS):
        monkeypatch.setattr(simulated, "SEED", number.to_bytes(32, "big"))
        now = of_equals(number).now
        rested = {entrant for table in now.tables_of(1) if table.is_bye for entrant in table.seats}
        for upper, lower in combinations(lines(now), 2):
            if upper.points != lower.points or upper.place == lower.place:
                continue
            if (upper.entrant in rested) != (lower.entrant in rested):
                ahead += upper.entrant in rested
                behind += lower.entrant in rested
    return behind, ahead


def test_bye_neither_helps_nor_harms_among_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    behind, ahead = behind_and_ahead(monkeypatch)
    assert ahead < 2 * behind < 4 * ahead


@pytest.mark.parametrize("people", [5, 9, 13])
def test_first_bye_goes_to_the_lowest_seed(people: int) -> None:
    ratings = {100 + number: 1500.0 + number for number in range(people)}
    tournament = Simulated(terms(Format.SWISS), ratings=ratings)
    tournament.join(people)
    tournament.start()
    (bye,) = (table for table in tournament.now.tables if table.is_bye)
    assert bye.seats == (0,) == tournament.now.stages[0].groups[0][-1:]


def test_opponent_who_leaves_takes_no_tie_break_away() -> None:
    """Each round that the opponent misses counts as a tie."""
    tournament = Simulated(terms(Format.SWISS, rounds=4))
    tournament.join(8)
    tournament.start()
    table = tournament.now.open_tables[0]
    winner, loser = sorted(table.seats)
    while tournament.now.open_tables and tournament.now.open_tables[0].id.round == 1:
        open_table = tournament.now.open_tables[0]
        tournament.decide(open_table, by_number(open_table))
    tournament.add(TournamentEventKind.WITHDREW, 100 + loser)
    tournament.go_on()

    def figure() -> int:
        return next(line for line in lines(tournament.now) if line.entrant == winner).figures[0]

    (opponent,) = (
        next(other for other in open_table.seats if other != winner)
        for open_table in tournament.now.open_tables
        if winner in open_table.seats
    )
    assert figure() == 6, "the second round is a tie of who has left"
    for open_table in tournament.now.open_tables:
        tournament.decide(open_table, by_number(open_table))
    points = {line.entrant: line.points for line in lines(tournament.now)}
    assert figure() == 6 + points[opponent]
