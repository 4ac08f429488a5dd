"""``python -m bench.counted_bot`` is ``python -m bot run`` with two additions for benchmarks.

On every SIGUSR1 it writes the number of transactions it has waited for into the file BENCH_COUNTS,
and BENCH_COMPRESSION can divide the seconds after which idle processes end and spare memory is
returned.

It must import as little as the bot does, or the bot's memory would not be measured.
"""

import json
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from bot import __main__ as command_line
from bot import drawing as drawing_program
from bot.commands import running
from bot.database_address import is_server
from bot.game_register import GameRegister


def counting(writer: Any) -> None:
    """Make this process write the number and duration of its transactions, made by a class Writer
    or PostgresWriter, on SIGUSR1.
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
        part.write_text(json.dumps({"transactions": done[0], "seconds": seconds[0]}))
        part.rename(target)

    writer._commit = commit  # noqa: SLF001
    signal.signal(signal.SIGUSR1, write)


def main() -> int:
    fork_drawing = running.fork_drawing

    compression = float(os.environ.get("BENCH_COMPRESSION", "1"))
    drawing_program.REST /= compression

    def prepare(games: GameRegister) -> Any:
        drawing = fork_drawing(games)
        from bot import app
        from bot.worker.pool import Bounds
        from cogs.app import client

        patched: Any = app
        usual = Bounds()
        client.TRIMMED /= compression
        patched.REST /= compression
        patched.Bounds = partial(
            Bounds,
            rest=usual.rest / compression,
            last_rest=usual.last_rest / compression,
        )
        # Each imports its driver, which the other database doesn't need.
        if is_server(os.environ["SALUD_DATABASE"]):
            from bot.storage.postgresql.writer import PostgresWriter

            counting(PostgresWriter)
        else:
            from bot.storage.sqlite.writer import Writer

            counting(Writer)
        return drawing

    running.fork_drawing = prepare  # after the fork, so that only the bot counts
    return command_line.main(["run"])


if __name__ == "__main__":
    sys.exit(main())
