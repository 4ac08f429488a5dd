"""A contest of two players: each seed is played from every seat with the same luck."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from bench.arena.matches import Played, Spent, Task, play
from bench.arena.thinking import USUAL, Allowance


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players of a game at tables of one size."""

    game: str
    seats: int
    one: str
    """The player of whom the shares are (players.py)."""
    other: str
    """The player at all other seats."""
    allowance: Allowance = USUAL


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two made of a seed, each of its matches and seats together."""

    points: float
    """On average a seat."""
    spent: Spent


@dataclass(frozen=True, slots=True)
class Seed:
    """What came of one seed."""

    number: int
    share: float
    """How much of the win the one had on average, 0..1."""
    sides: tuple[Side, Side]
    """The one, and the other."""


def tasks(contest: Contest, number: int) -> tuple[Task, ...]:
    """The matches of a seed: the one at each seat in turn, the other at all others.

    In a game for one, each plays alone.
    """
    seats = range(contest.seats)
    if contest.seats == 1:
        tables: list[tuple[str, ...]] = [(contest.one,), (contest.other,)]
    else:
        tables = [
            tuple(contest.one if seat == mine else contest.other for seat in seats)
            for mine in seats
        ]
    return tuple(Task(contest.game, number, table, contest.allowance) for table in tables)


def play_seed(contest: Contest, number: int) -> Seed:
    """Play all matches of a seed."""
    return result(number, [play(task)[0] for task in tasks(contest, number)])


def result(number: int, played: Sequence[Played]) -> Seed:
    """What the matches of a seed come to, given in the order of `tasks`."""
    if len(played[0].points) == 1:
        first, second = played
        mine, theirs = first.points[0], second.points[0]
        share = 0.5 if mine == theirs else float(mine > theirs)
        return Seed(number, share, (_side([(first, 0)]), _side([(second, 0)])))
    one = [(match, seat) for seat, match in enumerate(played)]
    other = [
        (match, seat)
        for mine, match in enumerate(played)
        for seat in range(len(match.points))
        if seat != mine
    ]
    share = fmean(match.wins[seat] for match, seat in one)
    return Seed(number, share, (_side(one), _side(other)))


def _side(held: Sequence[tuple[Played, int]]) -> Side:
    points = fmean(match.points[seat] for match, seat in held)
    return Side(points, sum((match.spent[seat] for match, seat in held), Spent()))
