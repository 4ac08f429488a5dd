"""What a roll was worth, beside all that the die could have shown (docs/luck.md).

The worth of a result is what the best move with it scores at once: nothing where the marker can't
go anywhere, else the square and the lines that it fills. Stars are the player's, not luck's.
"""

from dataclasses import replace
from fractions import Fraction

from engine.core.fortune import NOTHING, Fortune, of_roll
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.phases import round as rounds
from engine.games.dice_grid.state import Rolling, State


def fortunes(content: Content, before: State, after: State) -> tuple[Fortune, ...]:
    """What luck brought where it answered `before` and led to `after`."""
    if not isinstance(before.stage, Rolling):
        return (NOTHING,)
    shown = [number + rounds.LOWEST for number in range(rounds.bound(content, before))]
    worths = {one: worth(content, before, one) for one in shown}
    mean = Fraction(sum(worths.values()), len(shown))
    square = Fraction(sum(points**2 for points in worths.values()), len(shown))
    # A result that ended the match is not told any more, and led nowhere.
    points = 0 if after.result is None else worths[after.result]
    return (of_roll(1, points, mean, square - mean**2),)


def worth(content: Content, state: State, result: int) -> int:
    """The most points that a move with this result scores at once."""
    points = content.points
    best = 0
    for go, _ in rounds.goes(content, replace(state, result=result)):
        row, column = (
            all(state.grid[other] is not None or other == go.square for other in line)
            for line in content.lines(go.square)
        )
        best = max(best, points.square + row * points.row + column * points.column)
    return best
