"""Makes and measures puzzles (docs/puzzles.md).

- ``python -m bench.puzzles mine --positions 1000 --into FOLDER`` plays matches
  between computers, mines them, and writes a file for each puzzle.
- ``python -m bench.puzzles solve --stock FOLDER`` lets computers of all levels
  solve puzzles, and searches each once more ten times as long.
- ``python -m bench.puzzles clear --positions 300`` counts how often the levels find a clearly best
  move in all decisions, not only in those with a tempting mistake.

`measure` is the part of ``make bench``.
"""

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path

from bench.ratios import Ratio
from bot.app.games import load_games
from engine.core.game import AnyGame
from engine.core.puzzle_mining import (
    TENFOLD,
    JudgedDecision,
    SeenDecision,
    Unfit,
    candidates,
    decision_of,
    is_clear,
    judge,
    mine_puzzle,
    quick_moves,
)
from engine.core.puzzlefile import read, write
from engine.core.puzzles import Puzzle, Tempted
from engine.core.self_play import play_match
from engine.core.types import Level

USUAL = 1.959964
POSITIONS, KINGS_MOVE, GOAL = 100, 2.0, 0.5
LEVELS = (Level.APPRENTICE, Level.MINER, Level.FOREMAN, Level.KING)


def measure() -> list[Ratio]:
    """Compare mining 100 positions with the king's time for as many moves."""
    games = load_games()
    game = next(one for name in games.names if (one := games.newest(name)).puzzle_kinds)
    some = places(game, "bench")
    began = time.process_time()
    for _ in range(POSITIONS):
        mine_puzzle(game, next(some))
    ours, other = time.process_time() - began, POSITIONS * KINGS_MOVE
    name = f"puzzles: mining {POSITIONS} positions"
    goal = f"<= {GOAL} x the king's time for them"
    return [Ratio(name, ours, other, "s", ours / other, goal, ours / other <= GOAL)]


def places(game: AnyGame, seed: str) -> Iterator[SeenDecision]:
    """Yield the decisions of match after match between computers, without end."""
    number = 0
    while True:
        for seats in game.info.seats:
            number += 1
            drawn = hashlib.sha256(f"{seed} {number}".encode()).digest()
            yield from candidates(game, seats, play_match(game, seats, drawn))


def mine(game: AnyGame, positions: int, seed: str, into: Path | None) -> None:
    came: Counter[str] = Counter()
    began = time.process_time()
    for number, decision in zip(range(1, positions + 1), places(game, seed), strict=False):
        found = mine_puzzle(game, decision)
        if isinstance(found, Puzzle):
            came.update(["published", found.kind, found.tempted.value])
            if into is not None:
                (into / f"{found.key}.puzzle").write_bytes(write(found).encode())
        else:
            came[found.name] += 1
        if number % 100 == 0 or number == positions:
            spent = time.process_time() - began
            _say(f"{number} positions, {spent:.0f} s: {dict(sorted(came.items()))}")
    checked = came["published"] + sum(
        came[why.name] for why in (Unfit.CHANGED, Unfit.WEAKENED, Unfit.REFUTED)
    )
    _say(f"The longer search changed its mind: {_rate(came[Unfit.CHANGED.name], checked)}")


def solve(game: AnyGame, stock: Path) -> None:
    """Print how many puzzles each level solves, and how often a longer search disagrees."""
    solved: dict[Tempted, Counter[Level]] = {why: Counter() for why in Tempted}
    many: Counter[Tempted] = Counter()
    changed = 0
    for path in sorted(stock.glob("*.puzzle")):
        puzzle = read(path.read_bytes(), load_games().game)[1]
        decision = decision_of(game, puzzle)
        right = {one.token for one in puzzle.candidates[: puzzle.right]}
        many[puzzle.tempted] += 1
        for level, token in _moves(game, decision, judge(game, decision, luck="king")).items():
            solved[puzzle.tempted][level] += token in right
        changed += judge(game, decision, TENFOLD, "again").best.token not in right
    total: Counter[Level] = sum(solved.values(), Counter())
    _say(f"all: {_rates(total, many.total())}")
    for why in Tempted:
        _say(f"tempted by {why.value}: {_rates(solved[why], many[why])}")
    _say(f"Another tenfold search prefers another move: {_rate(changed, many.total())}")


def clear(game: AnyGame, positions: int, seed: str) -> None:
    """Print how often each level finds a clearly best move."""
    found: Counter[Level] = Counter()
    many = 0
    for _, decision in zip(range(positions), places(game, seed), strict=False):
        judged = judge(game, decision)
        if not is_clear(game, judged):
            continue
        many += 1
        for level, token in _moves(game, decision, judge(game, decision, luck="king")).items():
            found[level] += judged.is_right(token)
    _say(f"{many} of {positions} decisions have a clearly best move: {_rates(found, many)}")


def _moves(game: AnyGame, decision: SeenDecision, king: JudgedDecision) -> Mapping[Level, str]:
    return dict(zip(LEVELS, (*quick_moves(game, decision), king.best.token), strict=True))


def _rates(solved: Mapping[Level, int], many: int) -> str:
    return ", ".join(f"{level.value} {_rate(solved.get(level, 0), many)}" for level in LEVELS)


def _rate(part: int, many: int) -> str:
    """Return a rate with its 95 % confidence interval (Wilson)."""
    if not many:
        return "none"
    rate, square = part / many, USUAL**2
    middle = (rate + square / (2 * many)) / (1 + square / many)
    half = sqrt(rate * (1 - rate) / many + square / (4 * many**2)) * USUAL / (1 + square / many)
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return f"{part} of {many} = {100 * rate:.1f} % ({100 * low:.1f} to {100 * high:.1f} %)"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    games = load_games()
    able = [name for name in games.names if games.newest(name).puzzle_kinds]
    parser = argparse.ArgumentParser(prog="python -m bench.puzzles", description=__doc__)
    parser.add_argument("what", choices=("mine", "solve", "clear"))
    parser.add_argument("--game", default=able[0], choices=able)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", default="stock")
    parser.add_argument("--into", type=Path, help="folder for the files of the puzzles")
    parser.add_argument("--stock", type=Path, help="folder with puzzles to solve")
    asked = parser.parse_args(arguments)
    game = games.newest(asked.game)
    if asked.what == "mine":
        mine(game, asked.positions, asked.seed, asked.into)
    elif asked.what == "solve":
        if asked.stock is None:
            parser.error("solve needs --stock")
        solve(game, asked.stock)
    else:
        clear(game, asked.positions, asked.seed)


if __name__ == "__main__":
    main()
