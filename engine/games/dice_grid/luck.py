"""Worth of a roll compared with all results of the die (docs/luck.md).

The worth of a result is the immediate score of the best move with it: the square and the lines that
it fills, or 0 if the marker can't move. Stars are the player's decision, so they don't count.
"""

from dataclasses import replace
from fractions import Fraction

from engine.core.fortune import NOTHING, Fortune, of_roll
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.phases import round as rounds
from engine.games.dice_grid.state import SimpleStage, State


def fortunes(content: Content, before: State, after: State) -> tuple[Fortune, ...]:
    if before.stage is not SimpleStage.ROLLING:
        return (NOTHING,)
    shown = [number + rounds.LOWEST for number in range(rounds.bound(content, before))]
    worths = {result: worth(content, before, result) for result in shown}
    mean = Fraction(sum(worths.values()), len(shown))
    square = Fraction(sum(points**2 for points in worths.values()), len(shown))
    # A result that ended the match is no longer in the State, and had no move.
    points = 0 if after.result is None else worths[after.result]
    return (of_roll(1, points, mean, square - mean**2),)


def worth(content: Content, state: State, result: int) -> int:
    points = content.points
    best = 0
    for go, _ in rounds.goes(content, replace(state, result=result)):
        row, column = (
            all(state.grid[other] is not None or other == go.square for other in line)
            for line in content.lines(go.square)
        )
        best = max(best, points.square + row * points.row + column * points.column)
    return best
