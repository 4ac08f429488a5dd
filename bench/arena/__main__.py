"""``make arena GAME=…``: lets computer players of a game compete with equal luck.

Each seed is played from every seat. By default, each level plays against the level below it. A
player is a level, or a ``module:function`` that returns an Action for a game, a State, a seat and a
Thinking.
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
    parsing = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    add = parsing.add_argument
    add("game", nargs="?", default=games().default, choices=games().names)
    add("--a", nargs="+", help="players to measure (default: every level except the easiest)")
    add(
        "--b",
        nargs="+",
        help="opponents (default: the level below; for variants, the foreman)",
    )
    add("--seats", type=int, nargs="*", help="numbers of seats (default: the game's minimum)")
    add(
        "--below",
        type=float,
        help="share of the win, between two players, at which a player counts as not better",
    )
    add(
        "--above",
        type=float,
        help="share of the win, between two players, at which a player counts as better",
    )
    add("--least", type=int, default=16, help="minimum number of seeds")
    add("--most", type=int, default=1000, help="maximum number of seeds")
    add("--seeds", type=int, help="play exactly this many seeds")
    add("--first", type=int, default=0, help="number of the first seed")
    add(
        "--seconds",
        type=float,
        default=0.2,
        help="thinking time per decision of a searching player",
    )
    add("--looks", type=int, help="samples per decision instead of a time, for repeatable runs")
    add("--processes", type=int, default=os.cpu_count() or 1)
    add("--out", type=Path, help="folder for arena.md, arena.csv and arena.png")
    add(
        "--balance",
        action="store_true",
        help="report wins by first decision, and sources of points",
    )
    return parsing


def contests(options: argparse.Namespace) -> list[Contest]:
    """Return the contests to play; raise UnknownPlayer."""
    game = games().newest(options.game)
    allowance = Allowance(options.seconds, options.looks)
    pairs: list[tuple[str, str]]
    if options.a is None:
        pairs = [(high.value, low.value) for low, high in pairwise(game.info.levels)]
    else:
        pairs = [
            (player, rival)
            for player in options.a
            for rival in options.b or [_rival(game.info.levels, player)]
        ]
    for name in {name for pair in pairs for name in pair}:
        check(game, name)
    seats = options.seats or [game.info.seats[0]]
    return [Contest(options.game, many, *pair, allowance) for many in seats for pair in pairs]


def _rival(levels: Sequence[Level], name: str) -> str:
    """Return a player's default opponent."""
    values = [level.value for level in levels]
    if name in values:
        return values[max(0, values.index(name) - 1)]
    return Level.FOREMAN.value


def question(options: argparse.Namespace) -> Question:
    """Return the stop rule of a contest. A level must be clearly stronger than the one below; a
    variant need only be stronger.
    """
    version = any(":" in name for name in [*(options.a or []), *(options.b or [])])
    below, above = (0.5, 0.55) if version else (0.6, 0.65)
    test = Sequential(
        below if options.below is None else options.below,
        above if options.above is None else options.above,
        least=options.least,
    )
    return Question(test, options.seeds or options.most, stops=options.seeds is None)


def main(arguments: Sequence[str] | None = None) -> None:
    """Parse the arguments, play, print, and write the requested files."""
    parsing = parser()
    options = parsing.parse_args(arguments)
    if options.balance:
        seats = options.seats or games().newest(options.game).info.seats
        name = options.a[0] if options.a else Level.FOREMAN.value
        matches = options.seeds or balance.MATCHES
        balance.report(
            options.game, seats, matches, name, options.first, options.processes, sys.stdout
        )
        return
    try:
        asked, played = question(options), contests(options)
    except (UnknownPlayer, ValueError) as error:
        parsing.error(str(error))
    shown = progress(sys.stderr)
    with ProcessPoolExecutor(options.processes, get_context("forkserver")) as pool:
        answers = [
            run(contest, asked, options.first, pool, options.processes, shown) for contest in played
        ]
    sys.stdout.write(report.markdown(answers, asked))
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "arena.md").write_text(report.markdown(answers, asked), encoding="utf-8")
        table = report.table(answers)
        (options.out / "arena.csv").write_text(table, encoding="utf-8")
        plot.draw(plot.read(table)).save(options.out / "arena.png")


if __name__ == "__main__":
    main()
