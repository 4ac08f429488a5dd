"""``make arena GAME=…``: computer players of a game against each other, with the same luck.

Each seed is played from every seat. Without players it asks of each Level whether it beats the one
below. A player is a Level, or ``module:function`` that gives an Action for a game, a State, a seat
and a Thinking.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from bench.arena import balance, plot, report
from bench.arena.contests import Contest
from bench.arena.matches import games
from bench.arena.players import UnknownPlayer, check
from bench.arena.progress import progress
from bench.arena.running import Question, run
from bench.arena.sequential import Sequential
from bench.arena.thinking import Allowance
from engine.core.types import Level


def parser() -> argparse.ArgumentParser:
    """What can be asked on the command line."""
    found = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    add = found.add_argument
    add("game", nargs="?", default=games().default, choices=games().names)
    add("--a", nargs="+", help="who is asked about; without it each Level but the easiest")
    add(
        "--b",
        nargs="+",
        help="each one's rivals; without it the Level below; the foreman of versions",
    )
    add("--seats", type=int, nargs="*", help="the fewest that the game allows, if none")
    add("--below", type=float, help="not better: a share between two of at most this")
    add("--above", type=float, help="better: a share between two of at least this")
    add("--least", type=int, default=16, help="seeds before the test may stop")
    add("--most", type=int, default=1000, help="seeds after which it is given up")
    add("--seeds", type=int, help="play just so many, and don't stop")
    add("--first", type=int, default=0, help="the first seed")
    add("--seconds", type=float, default=0.2, help="for a decision of a player that searches")
    add("--looks", type=int, help="for such a decision, instead of time: the same each run")
    add("--processes", type=int, default=os.cpu_count() or 1)
    add("--out", type=Path, help="a folder for arena.md, arena.csv and arena.png")
    add("--balance", action="store_true", help="who wins by who begins, where points come from")
    return found


def contests(told: argparse.Namespace) -> list[Contest]:
    """What is to be played; raises UnknownPlayer."""
    game = games().newest(told.game)
    allowance = Allowance(told.seconds, told.looks)
    pairs: list[tuple[str, str]]
    if told.a is None:
        pairs = [(high.value, low.value) for low, high in pairwise(game.info.levels)]
    else:
        pairs = [
            (one, other) for one in told.a for other in told.b or [_rival(game.info.levels, one)]
        ]
    for name in {name for pair in pairs for name in pair}:
        check(game, name)
    seats = told.seats or [game.info.seats[0]]
    return [Contest(told.game, many, *pair, allowance) for many in seats for pair in pairs]


def _rival(levels: Sequence[Level], name: str) -> str:
    """Whom a player meets unless it is said."""
    values = [one.value for one in levels]
    if name in values:
        return values[max(0, values.index(name) - 1)]
    return Level.FOREMAN.value


def question(told: argparse.Namespace) -> Question:
    """When a contest stops: a Level must be clearly better, a version only better."""
    version = any(":" in name for name in [*(told.a or []), *(told.b or [])])
    below, above = (0.5, 0.55) if version else (0.6, 0.65)
    test = Sequential(
        below if told.below is None else told.below,
        above if told.above is None else told.above,
        least=told.least,
    )
    return Question(test, told.seeds or told.most, stops=told.seeds is None)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, play, print, and write what is asked for."""
    parsing = parser()
    told = parsing.parse_args(arguments)
    if told.balance:
        seats = told.seats or games().newest(told.game).info.seats
        name = told.a[0] if told.a else Level.FOREMAN.value
        matches = told.seeds or balance.MATCHES
        balance.report(told.game, seats, matches, name, told.first, told.processes, sys.stdout)
        return
    try:
        asked, played = question(told), contests(told)
    except (UnknownPlayer, ValueError) as error:
        parsing.error(str(error))
    shown = progress(sys.stderr)
    with ProcessPoolExecutor(told.processes, get_context("forkserver")) as pool:
        answers = [run(one, asked, told.first, pool, told.processes, shown) for one in played]
    sys.stdout.write(report.markdown(answers, asked))
    if told.out is not None:
        told.out.mkdir(parents=True, exist_ok=True)
        (told.out / "arena.md").write_text(report.markdown(answers, asked), encoding="utf-8")
        table = report.table(answers)
        (told.out / "arena.csv").write_text(table, encoding="utf-8")
        plot.draw(plot.read(table)).save(told.out / "arena.png")


if __name__ == "__main__":
    main()
