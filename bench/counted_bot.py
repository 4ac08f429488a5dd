"""``python -m bench.counted_bot`` is ``python -m bot run`` with additions for benchmarks.

On every SIGUSR1 it writes into the file BENCH_COUNTS how many transactions it has waited for, and
how late its event loop was since the last time. A board follows its ¡Salud! animation without the
pause in which players watch. BENCH_COMPRESSION can divide the seconds after which idle processes
end and spare memory is returned.

It must import as little as the bot does, or the bot's memory would not be measured.
"""

import asyncio
import json
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from bot import __main__ as command_line
from bot.app import drawing as drawing_program
from bot.app.commands import running
from bot.database_address import is_server
from bot.game_register import GameRegister

TICK = 0.01
"""Seconds between two looks at the clock by the event loop."""


async def watch_loop(late: list[float]) -> None:
    """Add the delays of the event loop in milliseconds, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        late.append((loop.time() - due) * 1e3)


async def skip_pause(_seconds: float) -> None:
    """Replace the wait for the end of an animation."""


def counting(writer: Any, late: list[float]) -> None:
    """Make this process write the number and duration of its transactions, made by a class Writer
    or PostgresWriter, and its event loop's newest delays on SIGUSR1.
    """
    target, make = Path(os.environ["BENCH_COUNTS"]), writer._commit  # noqa: SLF001 - counted
    done, seconds = [0], [0.0]

    def commit(self: Any, batch: Any, *rest: Any) -> list[Any]:
        begun = time.perf_counter()
        try:
            results: list[Any] = make(self, batch, *rest)
            return results
        finally:
            if any(waiting.durable for waiting in batch):
                done[0] += 1
                seconds[0] += time.perf_counter() - begun

    def write(*_: object) -> None:
        part = target.with_suffix(".part")
        counts = {"transactions": done[0], "seconds": seconds[0], "late": late}
        part.write_text(json.dumps(counts))
        late.clear()
        part.rename(target)

    writer._commit = commit  # noqa: SLF001
    signal.signal(signal.SIGUSR1, write)


def main() -> int:
    fork_drawing = running.fork_drawing

    compression = float(os.environ.get("BENCH_COMPRESSION", "1"))
    drawing_program.REST /= compression

    def prepare(games: GameRegister) -> Any:
        drawing = fork_drawing(games)
        from bot.app import assembly as app
        from bot.worker.pool import Bounds
        from cogs.app import client
        from cogs.board import interludes
        from cogs.replay import frames

        patched: Any = app
        usual = Bounds()
        client.TRIMMED /= compression
        frames.KEPT /= compression
        patched.REST /= compression
        patched.Bounds = partial(
            Bounds,
            rest=usual.rest / compression,
            last_rest=usual.last_rest / compression,
        )
        interludes.sleep = skip_pause
        late: list[float] = []
        serve = app.serve

        async def serve_watched(client: Any, settings: Any) -> None:
            watching = asyncio.create_task(watch_loop(late))
            try:
                await serve(client, settings)
            finally:
                watching.cancel()

        app.serve = serve_watched
        # Each imports its driver, which the other database doesn't need.
        if is_server(os.environ["SALUD_DATABASE"]):
            from bot.storage.postgresql.writer import PostgresWriter

            counting(PostgresWriter, late)
        else:
            from bot.storage.sqlite.writer import Writer

            counting(Writer, late)
        return drawing

    running.fork_drawing = prepare  # after the fork, so that only the bot counts
    return command_line.main(["run"])


if __name__ == "__main__":
    sys.exit(main())
