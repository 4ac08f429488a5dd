"""The category of points that separated the winner of a match from the runner-up most."""

from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from engine.core.types import Seat
from engine.games.dice_miner import hoards
from engine.games.dice_miner.content import Content, Symbol
from engine.games.dice_miner.state import Finished, Score, State


class Category(Enum):
    TUNNELS = "tunnels"
    TREASURE = "treasure"
    HAZARDS = "hazards"


class Difference(NamedTuple):
    category: Category
    winner: Seat
    other: Seat
    """The runner-up; the first of several."""
    mine: int
    theirs: int
    number: int
    """The round, from 1, with most of the difference; 0 for the whole match."""


MOSTLY = 0.6
"""Part of a category's difference that makes a round worth naming."""

_POINTS: dict[Category, Callable[[Score], int]] = {
    Category.TUNNELS: lambda score: score.tunnels,
    Category.TREASURE: lambda score: score.treasure,
    Category.HAZARDS: lambda score: score.hazards,
}


def difference(state: State) -> Difference | None:
    """Return the largest difference in favour of the winner, or None after a tie of points.

    The first of equal categories and rounds counts.
    """
    assert isinstance(state.stage, Finished), "the match is over"
    totals = state.totals
    winner = max(range(state.seats), key=lambda seat: totals[seat])
    other = max((s for s in range(state.seats) if s != winner), key=lambda seat: totals[seat])
    if totals[winner] == totals[other]:
        return None

    def made(category: Category, seat: Seat) -> list[int]:
        return [_POINTS[category](played.scores[seat]) for played in state.rounds]

    def gap(category: Category) -> int:
        return sum(made(category, winner)) - sum(made(category, other))

    most = max(Category, key=gap)
    mine, theirs = made(most, winner), made(most, other)
    best = max(range(len(mine)), key=lambda number: mine[number] - theirs[number])
    if mine[best] - theirs[best] >= MOSTLY * gap(most):
        return Difference(most, winner, other, mine[best], theirs[best], best + 1)
    return Difference(most, winner, other, sum(mine), sum(theirs), 0)


def defence(content: Content, scored: State, seat: Seat) -> tuple[Symbol, int, int] | None:
    """Return the tool, PICK or SHIELD, that turned hazards into most points, with the numbers of
    tools and hazards, or None without such points. The points are the product of the numbers.

    `scored` is the State right after a round was scored, while the hoards still show its faces.
    """
    shown: Counter[Symbol] = Counter()
    for face in hoards.faces(content, scored, seat):
        shown[face.symbol] += face.count
    defences = (
        (Symbol.PICK, shown[Symbol.PICK], shown[Symbol.ROCKFALL]),
        (Symbol.SHIELD, shown[Symbol.SHIELD], shown[Symbol.DRAGON]),
    )
    best = max(defences, key=lambda entry: entry[1] * entry[2])
    return best if best[1] * best[2] > 0 else None
