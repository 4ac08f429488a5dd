"""``python -m bench.scale [SECONDS]`` or ``make scale``: several processes that serve 400 servers.

Measures one process with SQLite, then one, two and four with PostgreSQL. Members of different
servers play practice matches without pauses. The playground, PostgreSQL and all processes share one
machine; docs/scale.md explains the consequences.
"""

import asyncio
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from bench.practice_players import PracticePlayer, Watched, played
from bench.presses import Measured
from bench.whole_bot import WholeBot
from chaos.postgresql_server import PostgresServer, binaries
from chaos.small_servers import SmallServer, founded, newcomer
from cogs.runtime.shard_keeper import RENEW
from playground import Playground

SERVERS, SHARDS = 400, 16
PLAYERS = 32
SECONDS = 15.0
"""Duration of each measurement."""
BEFORE = 3.0
"""Seconds of play before a measurement."""
SHARED = 60.0
"""Seconds within which the processes must share out the shards."""
COLUMNS = (
    *("presses/s", "ack p50", "ack p99", "board p50", "board p99"),
    *("bot CPU", "database CPU", "commits", "a commit"),
)
UNITS = ("", *["ms"] * 4, "ms/press", "ms/press", "/press", "ms")


async def _scaled(
    folder: Path, processes: int, seconds: float, server: PostgresServer | None
) -> list[str]:
    settings = {"SALUD_SHARDS": "auto"}
    if server is not None:
        settings["SALUD_DATABASE"] = server.create(f"scale{processes}")
    bot = WholeBot(folder, settings=settings, processes=processes)
    homes = _founded(bot.playground)
    async with bot:
        async with asyncio.timeout(SHARED):
            await _settled(bot.playground)
        watched = Watched(bot.playground)
        players = [
            PracticePlayer(watched, number, newcomer(bot.playground, homes[number * 7], number))
            for number in range(PLAYERS)
        ]
        await played(players, BEFORE)
        before, spent = await bot.used(), 0.0 if server is None else server.seconds()
        for player in players:
            player.waited.clear()
        took = await played(players, seconds)
        waited = [waited_press for player in players for waited_press in player.waited]
        used = (await bot.used()).since(before)
        if server is not None:
            spent = server.seconds() - spent
    found_out = Measured(len(waited), took, waited, used)
    return _cells(found_out, spent)


def _founded(playground: Playground) -> list[SmallServer]:
    gateway = playground.gateway
    gateway.recommended_shards = gateway.max_concurrency = SHARDS
    return founded(playground, SERVERS)


async def _settled(playground: Playground) -> None:
    """Wait until every shard has a session and no shard has changed hands for a while."""
    gateway, identifies = playground.gateway, -1
    while True:
        sessions = [session.shard for session in gateway.sessions.values() if session.connection]
        complete = sorted(sessions) == [(shard, SHARDS) for shard in range(SHARDS)]
        if complete and gateway.identifies == identifies:
            return
        identifies = gateway.identifies
        await asyncio.sleep(2.5 * RENEW)


def _cells(measured: Measured, database: float) -> list[str]:
    used, presses = measured.used, measured.presses
    values = (
        measured.rate,
        measured.acknowledged(0.5),
        measured.acknowledged(0.99),
        measured.board(0.5),
        measured.board(0.99),
        measured.milliseconds,
        database / presses * 1e3,
        used.transactions / presses,
        used.committing / max(used.transactions, 1) * 1e3,
    )
    return [f"{value:,.2f}" for value in values]


def main(seconds: float = SECONDS) -> None:
    setups: dict[str, tuple[int, bool]] = {"1 process, SQLite": (1, False)}
    if binaries() is None:
        sys.stderr.write("PostgreSQL is not installed: SQLite alone.\n")
    else:
        for processes in (1, 2, 4):
            name = "process" if processes == 1 else "processes"
            setups[f"{processes} {name}, PostgreSQL"] = (processes, True)
    lines: dict[str, list[str]] = {"": [*COLUMNS], " ": [*UNITS]}
    for name, (processes, on_server) in setups.items():
        sys.stderr.write(f"{name} …\n")
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="salud-bench-")))
            server = stack.enter_context(PostgresServer(quick=False)) if on_server else None
            lines[name] = asyncio.run(_scaled(folder, processes, seconds, server))
    _print(lines)


def _print(lines: Mapping[str, list[str]]) -> None:
    first = max(map(len, lines))
    widths = [max(len(cells[column]) for cells in lines.values()) for column in range(len(COLUMNS))]
    for name, cells in lines.items():
        padded = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        sys.stdout.write("  ".join([name.ljust(first), *padded]).rstrip() + "\n")


if __name__ == "__main__":
    main(*(float(each) for each in sys.argv[1:2]))
