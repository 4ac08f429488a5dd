"""`python -m bench.dice_grid.openings [DAYS]`: counts the kinds of openings over a year.

Each day gets a seed of its own, derived from its number, so that the table is the same on every
run. Slow: two or three seconds a day.
"""

import sys
from collections import Counter
from statistics import mean
from typing import Any

from bot.app.games import load_games
from bot.match.values.days import shifted
from engine.core.chance import Stream
from engine.core.opening import opening
from engine.games.dice_grid import grid
from engine.games.dice_grid.ai_worth import table_of, worth
from engine.games.dice_grid.rules import DiceGrid

YEAR, FIRST = 365, "2027-01-01"


def main(days: int) -> None:
    game = load_games().newest("dice-grid")
    assert isinstance(game, DiceGrid), "the register builds the dice grid under its name"
    rounds, points, full = Counter[int](), Counter[int](), Counter[str]()
    worths, beginnings = list[float](), set[object]()
    for number in range(days):
        stream = Stream(number.to_bytes(32, "big"), shifted(FIRST, number))
        state = opening(game, stream)[-1].position.state
        rows = sum(grid.is_full(state, row) for row in game.content.rows)
        columns = sum(grid.is_full(state, column) for column in game.content.columns)
        rounds[state.marked] += 1
        points[game.scores(state)[0]] += 1
        full[f"{rows} rows, {columns} columns"] += 1
        worths.append(worth(table_of(state)))
        beginnings.add((state.marked, game.scores(state)[0], rows, columns))
    low, high = min(worths), max(worths)
    lines = [
        f"round: {_shares(rounds)}",
        f"points: {_shares(points)}",
        f"full lines: {_shares(full)}",
        f"expected points: {low:.1f} to {high:.1f}, mean {mean(worths):.1f}",
        f"different beginnings: {len(beginnings)}",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def _shares(counts: Counter[Any]) -> str:
    return ", ".join(f"{key}: {counts[key]}" for key in sorted(counts))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else YEAR)
