"""Random tournaments in which players win, tie, vanish, leave, join and come back."""

import random  # noqa: TID251 - what happens in tests, by a seed
from dataclasses import replace

from bot.match.tournaments.actions import may_come_back
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.round_time import least_days
from bot.match.tournaments.state import EntrantStatus, TournamentStatus
from bot.match.tournaments.terms import FEWEST, Format
from bot.match.values.times import DAY
from tests.match.tournaments.simulated import BEGAN, Simulated, terms, tied

FORMATS = tuple(Format)


def story(number: int, *, seasons: int = 2, steps: int = 300) -> Simulated:
    """Return the tournament with this number after at most this many steps."""
    luck = random.Random(number)  # noqa: S311
    people = luck.randrange(5, 14)
    checks = luck.random() < 0.3
    chosen = terms(
        FORMATS[number % len(FORMATS)],
        seats=luck.randrange(2, 5),
        days=luck.choice([None, 2, 12]),
        most=max(people - luck.randrange(3), 4),
        group=luck.randrange(4, 6),
        closes=BEGAN + DAY if checks else None,
        check_in=6 if checks else 0,
    )
    if chosen.days is not None:
        chosen = replace(chosen, days=max(chosen.days, least_days(chosen)))
    ratings = {100 + n: 1500.0 - 7 * n for n in range(0, people, 2)}
    tournament = Simulated(chosen, ratings=ratings)
    tournament.join(people)
    if checks:
        _check_in(tournament, luck)
    if tournament.now.status is TournamentStatus.OPEN:
        tournament.start()
    for _ in range(steps):
        now = tournament.now
        if now.status is not TournamentStatus.RUNNING or len(now.stages) > seasons:
            break
        tournament.at += luck.randrange(600)
        _step(tournament, luck)
        tournament.go_on()
    return tournament


def _check_in(tournament: Simulated, luck: random.Random) -> None:
    opens, closes = tournament.terms.opens_check_in, tournament.terms.closes
    assert opens is not None
    assert closes is not None
    tournament.at = opens
    tournament.go_on()
    for entrant in tournament.now.entrants:
        if entrant.number < FEWEST or luck.random() < 0.8:
            tournament.add(TournamentEventKind.CHECKED_IN, entrant.user)
    tournament.at = closes
    tournament.go_on()


def _step(tournament: Simulated, luck: random.Random) -> None:
    now = tournament.now
    playing = [entrant for entrant in now.entrants if entrant.plays]
    dropped = [
        entrant
        for entrant in now.entrants
        if entrant.standing is EntrantStatus.DROPPED
        and entrant.user not in now.reserves
        and may_come_back(now, entrant)
    ]
    act = luck.choice(["play"] * 12 + ["withdraw", "join", "back"])
    if act == "withdraw" and len(playing) > 4 and luck.random() < 0.5:
        tournament.add(TournamentEventKind.WITHDREW, luck.choice(playing).user)
    elif act == "join" and luck.random() < 0.5:
        tournament.add(TournamentEventKind.JOINED, 1000 + len(tournament.events))
    elif act == "back" and dropped:
        tournament.add(TournamentEventKind.JOINED, luck.choice(dropped).user)
    elif now.open_tables:
        table = luck.choice(now.open_tables)
        places = list(range(1, len(table.seats) + 1))
        luck.shuffle(places)
        match luck.choice(["win"] * 6 + ["tie", "late", "nothing", "all late"]):
            case "tie":
                tournament.decide(table, tied(table))
            case "nothing":
                tournament.decide(table, ())
            case "all late":
                tournament.decide(table, (), late=table.seats, how="forfeit")
            case "late":
                tournament.decide(table, places, late=[table.seats[places.index(max(places))]])
            case _:
                tournament.decide(table, places)
    elif tournament.times():
        tournament.at = max(min(tournament.times()), tournament.at)
