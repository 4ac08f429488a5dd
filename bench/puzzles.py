"""Makes and measures puzzles (docs/puzzles.md).

``python -m bench.puzzles --positions 1000 --into data/puzzles/dice-miner`` plays matches between
computers, mines them, and writes a file for each puzzle. ``--measure FOLDER`` lets computers of all
levels solve the puzzles in a folder, and searches each again.
"""

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bot.games import load_games
from engine.core import driver
from engine.core.capabilities import Puzzles
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.puzzle_mining import (
    Place,
    candidates,
    mined,
)
from engine.core.puzzlefile import write
from engine.core.puzzles import Puzzle
from engine.core.types import Entry, Level

USUAL = 1.959964
LEVELS = (Level.FOREMAN, Level.MINER, Level.FOREMAN, Level.APPRENTICE)


def match(game: AnyGame, seats: int, name: str) -> tuple[Entry, ...]:
    """Return the log of a match between computers of several levels, whose dice follow from
    `name`.
    """
    drawn = hashlib.sha256(name.encode()).digest()
    stream, position = Stream(drawn, "puzzles"), driver.start(game, seats)
    log: list[Entry] = []
    while game.outcome(position.state) is None:
        for advance in driver.advance(game, position, stream):
            log.append(advance.entry)
            position = advance.position
        if game.outcome(position.state) is not None:
            break
        seat = min(game.to_act(position.state))
        action = game.suggest(position.state, seat, LEVELS[(seat + drawn[0]) % len(LEVELS)])
        advance = driver.choose(game, position, seat, game.notation(action))
        log.append(advance.entry)
        position = advance.position
    return tuple(log)


def places(game: AnyGame, seed: str) -> Iterator[Place]:
    """Yield the decisions of match after match, without end."""
    number = 0
    while True:
        for seats in game.info.seats:
            number += 1
            yield from candidates(game, seats, match(game, seats, f"{seed} {number}"))


def mine(game: AnyGame, positions: int, seed: str, into: Path | None) -> None:
    came: Counter[str] = Counter()
    began = time.process_time()
    for number, place in enumerate(places(game, seed), 1):
        found = mined(game, place)
        if isinstance(found, Puzzle):
            came["verified"] += 1
            came[found.kind] += 1
            came[found.tempted.value] += 1
            if into is not None:
                (into / f"{found.key}.puzzle").write_bytes(write(found).encode())
        else:
            came[found.name] += 1
        if number % 100 == 0 or number == positions:
            spent = time.process_time() - began
            _say(f"{number} positions, {spent:.0f} s: {dict(sorted(came.items()))}")
        if number == positions:
            return


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    games = load_games()
    able = [name for name in games.names if isinstance(games.newest(name), Puzzles)]
    parser = argparse.ArgumentParser(prog="python -m bench.puzzles", description=__doc__)
    parser.add_argument("--game", default=able[0], choices=able)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", default="stock")
    parser.add_argument("--into", type=Path, help="folder for the files of the puzzles")
    asked = parser.parse_args()
    mine(games.newest(asked.game), asked.positions, asked.seed, asked.into)


if __name__ == "__main__":
    main()
