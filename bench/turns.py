"""``python -m bench.turns [FINISHED LIVE]``: turns, starts and memory with a large database.

FINISHED and LIVE are the matches of the large database. A turn is one MatchService.press: rules,
luck, commit. The same matches are played in a large and a small database, alternating, on SQLite
and on PostgreSQL if it is installed. Memory is measured in a fresh process that builds the whole
bot, pictures included, and then plays.
"""

import asyncio
import contextlib
import gc
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.game import warm
from bench.pictures import resident
from bench.ratios import Ratio, print_table
from bench.store_filled import (
    FIRST,
    MatchServices,
    PlayedMatches,
    decided,
    filled,
    filled_on_server,
    played,
)
from bot.app.assembly import build_client
from bot.app.settings import Settings
from bot.match.core.matches import CACHED
from bot.match.log.records import MatchId, Status
from bot.storage.opening import open_database
from bot.storage.postgresql.connections import connect
from chaos.postgresql_server import PostgresServer, binaries

SMALL, LARGE = (180, 20), (20_000, 2_000)
"""Finished and running matches."""
MATCHES = 20
"""Number of matches played for the measurement."""
PRESSES = 30
"""Presses in each match."""
COLD = 60
"""Number of measured turns that first read their match from disk."""
STARTS = 5
TURNS = 10_000
TOGETHER = 20
INTERACTIONS = 10**15
"""First interaction id that no copied match uses."""
ROOMY = {"shared_buffers": "1GB", "max_wal_size": "8GB"}
"""Settings of PostgreSQL for a large database."""
NAN = math.nan


async def _turn(services: MatchServices, match: MatchId, choice: int) -> float:
    """Return the milliseconds of a press."""
    loaded = await services.matches.load(match)
    if loaded.status is not Status.RUNNING:
        return NAN
    user, token = decided(loaded, choice)
    interaction = INTERACTIONS + match * 10**4 + choice
    started = time.perf_counter()
    await services.service.press(match, user, loaded.seq, (token,), interaction)
    return (time.perf_counter() - started) * 1e3


async def _cold(services: MatchServices, match: MatchId) -> float:
    """Return the milliseconds to load a match that is not cached."""
    services.matches.drop_cached(match)
    started = time.perf_counter()
    await services.matches.load(match)
    return (time.perf_counter() - started) * 1e3


async def _start(address: str) -> float:
    """Return the milliseconds from the start until the bot has found all due work."""
    started = time.perf_counter()
    database = await open_database(address)
    services = MatchServices(database)
    await services.store.expired_invitations(services.matches.clock.now())
    await services.store.computers_due()
    await services.store.boards_due()
    taken = (time.perf_counter() - started) * 1e3
    await database.close()
    return taken


@dataclass(frozen=True, slots=True)
class Filled:
    """A database and its running matches."""

    address: str
    live: list[MatchId]


async def _compare(name: str, large: Filled, small: Filled) -> list[Ratio]:
    """Return rows that compare both databases, which are of the same kind."""
    pair = large, small
    starts = [[await _start(one.address) for one in pair] for _ in range(STARTS)]
    both = [MatchServices(await open_database(one.address)) for one in pair]
    try:
        turns = await _turns(both, [one.live for one in pair])
        cold = [
            [
                await _cold(services, one.live[n % MATCHES])
                for services, one in zip(both, pair, strict=True)
            ]
            for n in range(COLD)
        ]
    finally:
        for services in both:
            await services.database.close()
    start, other_start = _medians(starts)
    return [
        *(
            _same(f"{what}, {name}", *_medians(rows))
            for what, rows in (("turn in a large database", turns), ("match read from disk", cold))
        ),
        Ratio(
            f"start with a large database, {name}",
            start,
            other_start,
            "ms",
            start / other_start,
            "<= 1 s more",
            start - other_start <= 1000,
        ),
    ]


def _on_sqlite(folder: Path, large: tuple[int, int]) -> list[Ratio]:
    like = asyncio.run(played(str(folder / "played.db")))
    started = time.perf_counter()
    made = [
        Filled(str(path), filled(like, path, finished=finished, live=live))
        for path, (finished, live) in (
            (folder / "large.db", large),
            (folder / "small.db", SMALL),
        )
    ]
    took = time.perf_counter() - started
    size = (folder / "large.db").stat().st_size
    return [
        *asyncio.run(_compare("SQLite", *made)),
        *_told("SQLite", took, size, sum(large)),
        *_memory(folder, like),
    ]


def _on_postgresql(large: tuple[int, int]) -> list[Ratio]:
    if binaries() is None:
        return []
    with PostgresServer(quick=False, options=ROOMY) as server:
        like = asyncio.run(played(server.create("played")))
        started = time.perf_counter()
        made = []
        for name, (finished, live) in (("large", large), ("small", SMALL)):
            address = server.create(name, "played")
            ids = filled_on_server(like, address, finished=finished, live=live)
            made.append(Filled(address, ids))
        took = time.perf_counter() - started
        with contextlib.closing(connect(server.address("large"))) as session:
            row = session.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None, "a database always has a size"
        return [
            *asyncio.run(_compare("PostgreSQL", *made)),
            *_told("PostgreSQL", took, int(row[0]), sum(large)),
        ]


def _told(name: str, seconds: float, size: int, matches: int) -> list[Ratio]:
    return [
        Ratio(f"(making that database, {name})", seconds, NAN, "s", NAN, "-", met=True),
        Ratio(f"(its size a match, {name})", size / matches / 1e3, NAN, "kB", NAN, "-", met=True),
    ]


async def _turns(both: list[MatchServices], live: list[list[MatchId]]) -> list[list[float]]:
    rows = []
    for services, ids in zip(both, live, strict=True):
        for match in ids[:MATCHES]:
            await services.matches.load(match)
    gc.collect()
    for number in range(PRESSES * MATCHES):
        row = [0.0, 0.0]
        for which in (0, 1) if number % 2 else (1, 0):
            match = live[which][number % MATCHES]
            row[which] = await _turn(both[which], match, number)
        if not any(map(math.isnan, row)):
            rows.append(row)
    return rows


def _medians(rows: list[list[float]]) -> tuple[float, float]:
    large, small = (statistics.median(each) for each in zip(*rows, strict=True))
    return large, small


def _same(name: str, large: float, small: float) -> Ratio:
    return Ratio(name, large, small, "ms", large / small, "<= 1.1", large / small <= 1.1)


async def _live(path: Path) -> list[float]:
    """Return the memory of the whole bot in MiB: idle, after a fifth of the turns, and after all.

    The cache of matches is filled with long ones before the first turn, because a real one would be
    full sooner or later.
    """
    settings = Settings(salud_database=str(path), salud_backups_kept=0)
    async with build_client(settings) as client:
        await asyncio.to_thread(warm)
        gc.collect()
        told = [resident()]
        for match in range(FIRST, FIRST + CACHED):
            await client.services.matches.load(match)
        services = MatchServices(await open_database(str(path)))
        services.matches, services.service = client.services.matches, client.services.service
        services.serve()
        services.interactions = INTERACTIONS
        for part in (TURNS // 5, TURNS - TURNS // 5):
            await asyncio.gather(*(_play(services, part // TOGETHER) for _ in range(TOGETHER)))
            gc.collect()
            told.append(resident())
        await services.database.close()
    return told


async def _play(services: MatchServices, turns: int) -> None:
    """Play `n` turns, taking the matches one after another."""
    while turns > 0:
        loaded = await services.begun()
        while turns > 0 and loaded.status is Status.RUNNING:
            loaded = await services.press(loaded, turns)
            turns -= 1
        if loaded.status is Status.RUNNING:
            await services.service.resign(loaded.record.id, loaded.roster.people[0])


def _memory(folder: Path, like: PlayedMatches) -> list[Ratio]:
    path = folder / "memory.db"
    filled(like, path, finished=LARGE[0], live=LARGE[1])
    told = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "bench.turns", "memory", str(path)],
        check=True,
        capture_output=True,
        text=True,
    )
    idle, early, late = json.loads(told.stdout)
    return [
        Ratio("memory, idle", idle, NAN, "MiB", NAN, "<= 100", idle <= 100),
        Ratio(
            f"memory after {TURNS:,} turns",
            late,
            early,
            "MiB",
            late / early,
            "<= 1.05",
            late / early <= 1.05,
        ),
    ]


def measure(large: tuple[int, int] = LARGE) -> list[Ratio]:
    with tempfile.TemporaryDirectory(prefix="salud-bench-") as name:
        rows = _on_sqlite(Path(name), large)
    return [*rows, *_on_postgresql(large)]


if __name__ == "__main__":
    if sys.argv[1:2] == ["memory"]:
        sys.stdout.write(json.dumps(asyncio.run(_live(Path(sys.argv[2])))))
    elif len(sys.argv) > 1:
        print_table(measure((int(sys.argv[1]), int(sys.argv[2]))))
    else:
        print_table(measure())
