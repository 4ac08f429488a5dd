"""``make arena GAME=…``: whether an installed game is balanced, as far as computers can tell.

For each number of seats the same two questions: who wins where all play alike, by who decides
first; and how often the usual computer beats easy ones. Then where the points come from, and what
the game's own module in `bench/arena/games` asks.
"""

import argparse
import sys
from collections.abc import Sequence
from multiprocessing import Pool

from bench.arena import tables
from bench.arena.matches import Played, Task, play, questions
from bot.games import load_games
from engine.core.types import Level

MATCHES = 40
"""Where all play alike, for each number of seats; a quarter as many, but at least one from each
seat, between levels."""


def alike(
    game: str, seats: int, matches: int, level: Level = Level.FOREMAN, first: int = 0
) -> list[Task]:
    """Matches between computers of one level, from the one of that number on."""
    return [Task(game, first + number, (level,) * seats) for number in range(matches)]


def mixed(game: str, seats: int, matches: int) -> list[Task]:
    """Matches of one usual computer among easy ones, from each seat with the same luck."""
    lots = max(1, matches // (4 * seats))
    return [
        Task(
            game,
            number,
            tuple(Level.FOREMAN if seat == hero else Level.APPRENTICE for seat in range(seats)),
        )
        for number in range(lots)
        for hero in range(seats)
    ]


def report(title: str, lines: Sequence[str]) -> None:
    """Print a part of the answer."""
    sys.stdout.write("\n".join([f"\n{title}", *lines]) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Read the arguments, play, and print."""
    games = load_games()
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    parser.add_argument("game", nargs="?", default=games.default, choices=games.names)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--first", type=int, default=0, help="play other matches than usual")
    parser.add_argument("--seats", type=int, nargs="*", help="all that the game allows, if none")
    parser.add_argument("--easy", action="store_true", help="easy computers alone: much faster")
    parser.add_argument("--processes", type=int, default=2)
    told = parser.parse_args()
    game = games.newest(told.game)
    level = Level.APPRENTICE if told.easy else Level.FOREMAN
    every: list[Played] = []
    with Pool(told.processes) as pool:
        for seats in told.seats or game.info.seats:
            played = pool.map(
                play, alike(told.game, seats, told.matches, level, told.first), chunksize=1
            )
            every += played
            several = seats > 1
            report(
                f"{seats} at the table",
                [*(tables.order(played) if several else []), *tables.sources(played)],
            )
            if several and not told.easy:
                against = pool.map(play, mixed(told.game, seats, told.matches), chunksize=1)
                report("Levels", tables.levels(against))
    own = questions(told.game)
    if own is not None:
        report(f"What is asked of {told.game} alone", own.lines(game, every))


if __name__ == "__main__":
    main()
