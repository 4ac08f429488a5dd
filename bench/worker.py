"""The overhead of a hint beyond its thinking time, in a warm process and in a new one. Measured in
wall-clock time, because most of a start is loading Python.
"""

import asyncio
import time
from statistics import median

from bench.ratios import Ratio
from bot.games import load_games
from bot.worker.pool import WorkerPool
from bot.worker.tasks import Advise
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream

RUNS = 5
GOAL = 0.1


def measure() -> list[Ratio]:
    return asyncio.run(_measured())


async def _measured() -> list[Ratio]:
    games = load_games()
    game = games.newest(games.default)
    opening = driver.advance(game, driver.start(game, 2), Stream(bytes(SEED_BYTES), ""))
    state = opening[-1].position.state
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
    return [
        Ratio(
            "workers: a hint without the thinking, in a warm process",
            1e3 * median(warm),
            1e3 * median(cold),
            "ms",
            ratio,
            f"<= {GOAL} x in a new one",
            ratio <= GOAL,
        )
    ]
