"""A contest between two players: each seed is played from every seat with the same luck."""

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
    """The measured player (players.py)."""
    other: str
    """The player in all other seats."""
    allowance: Allowance = USUAL


@dataclass(frozen=True, slots=True)
class Side:
    """One player's result for a seed, over all of its matches and the player's seats in them."""

    points: float
    """Average per seat."""
    spent: Spent


@dataclass(frozen=True, slots=True)
class Seed:
    """The result for one seed."""

    number: int
    share: float
    """Average share of the win of the measured player, 0..1."""
    sides: tuple[Side, Side]
    """The measured player, and the other."""


def tasks(contest: Contest, number: int) -> tuple[Task, ...]:
    """Return the matches of a seed: the measured player in each seat in turn, the other in the
    rest.

    In a game for one, each player plays alone.
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
    return result(number, [play(task)[0] for task in tasks(contest, number)])


def result(number: int, played: Sequence[Played]) -> Seed:
    """Combine the matches of a seed, given in the order of `tasks`."""
    if len(played[0].points) == 1:
        first, second = played
        mine, theirs = first.points[0], second.points[0]
        share = 0.5 if mine == theirs else float(mine > theirs)
        return Seed(number, share, (_side([(first, 0)]), _side([(second, 0)])))
    own_seats = [(match, seat) for seat, match in enumerate(played)]
    other = [
        (match, seat)
        for mine, match in enumerate(played)
        for seat in range(len(match.points))
        if seat != mine
    ]
    share = fmean(match.wins[seat] for match, seat in own_seats)
    return Seed(number, share, (_side(own_seats), _side(other)))


def _side(held: Sequence[tuple[Played, int]]) -> Side:
    points = fmean(match.points[seat] for match, seat in held)
    return Side(points, sum((match.spent[seat] for match, seat in held), Spent()))
