"""How long players wait for hints and accuracies in each game, through real worker processes.

Measured in wall-clock time, because players wait for it, and because most of a start is loading
Python. Run it on an idle machine. A hint is compared with its search, an accuracy with the same
work on one core.

`python -m bench.worker` runs it alone.
"""

import asyncio
import time
from statistics import median
from typing import Any

from bench.ratios import Ratio, print_table
from bot.app.games import load_games
from bot.game_register import GameRegister
from bot.worker.judging import SECONDS, Judging
from bot.worker.pool import Bounds, WorkerPool, cores
from bot.worker.tasks import HINT, Advise, Played
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream, commitment
from engine.core.game import AnyGame
from engine.core.types import Entry, Level

RUNS = 5
GOAL, GOAL_OF_HINT, GOAL_OF_ACCURACY = 0.1, 1.5, 10.0
SEED = bytes(SEED_BYTES)


def measure() -> list[Ratio]:
    return asyncio.run(_measured())


async def _measured() -> list[Ratio]:
    games = load_games()
    rows = [await _overhead(games, games.newest(games.default))]
    for name in games.names:
        game = games.newest(name)
        rows += [await _hint(games, game), await _accuracy(games, game)]
    return rows


def _seats(game: AnyGame) -> int:
    return max(min(game.info.seats), min(2, max(game.info.seats)))


def _first_state(game: AnyGame) -> Any:
    start = driver.start(game, _seats(game))
    opening = driver.advance(game, start, Stream(SEED, ""))
    return (opening[-1].position if opening else start).state


async def _overhead(games: GameRegister, game: AnyGame) -> Ratio:
    state = _first_state(game)
    hint = Advise(state, min(game.to_act(state)), "00", 0.0)
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(RUNS):
        pool = WorkerPool(games)
        for seconds in (cold, warm):
            asked = time.perf_counter()
            await pool.run(game, hint)
            seconds.append(time.perf_counter() - asked)
        await pool.close()
    ratio = median(warm) / median(cold)
    return Ratio(
        "workers: a hint without the thinking, in a warm process",
        1e3 * median(warm),
        1e3 * median(cold),
        "ms",
        ratio,
        f"<= {GOAL} x in a new one",
        ratio <= GOAL,
    )


async def _hint(games: GameRegister, game: AnyGame) -> Ratio:
    state = _first_state(game)
    pool = WorkerPool(games)
    asked = time.perf_counter()
    await pool.run(game, Advise(state, min(game.to_act(state)), "00"))
    seconds = time.perf_counter() - asked
    await pool.close()
    return _waited(f"a hint in {game.info.name}, in a new process", seconds, HINT, GOAL_OF_HINT)


async def _accuracy(games: GameRegister, game: AnyGame) -> Ratio:
    judging = Judging(Played(_seats(game), _played(game), commitment(SEED)))
    pool = WorkerPool(games, Bounds(sharing=cores()))
    asked = time.perf_counter()
    await judging.run(pool, game, None)
    seconds = time.perf_counter() - asked
    await pool.close()
    return _waited(f"the accuracy of {game.info.name}", seconds, SECONDS, GOAL_OF_ACCURACY)


def _waited(name: str, seconds: float, search: float, goal: float) -> Ratio:
    ratio = seconds / search
    return Ratio(f"workers: {name}", seconds, search, "s", ratio, f"<= {goal} s", seconds <= goal)


def _played(game: AnyGame) -> tuple[Entry, ...]:
    """Return the log of a match between an apprentice and, with two seats, a foreman."""
    levels = (Level.APPRENTICE, Level.FOREMAN)
    stream, position = Stream(SEED, "accuracy"), driver.start(game, _seats(game))
    advances: list[driver.Advance[Any]] = []
    while True:
        advances += driver.advance(game, position, stream)
        position = advances[-1].position if advances else position
        if game.outcome(position.state) is not None:
            return tuple(advance.entry for advance in advances)
        seat = min(game.to_act(position.state))
        token = game.notation(game.suggest(position.state, seat, levels[seat]))
        advances.append(driver.choose(game, position, seat, token))
        position = advances[-1].position


if __name__ == "__main__":
    print_table(measure())
