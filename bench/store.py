"""``python -m bench.store``: turns per second of our store and of aiosqlite behind a lock.

Both write the same rows into the same schema with synchronous = FULL, both confirm a turn only once
it is on disk, and they alternate on one disk.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Self

import aiosqlite

from bench.ratios import Ratio, print_table
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import LogEntry, NewMatch, Press, Status
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.sqlite.database import PRAGMAS
from engine.core.types import Entry

TASKS = (1, 10, 100)
ENTRIES = 2
"""Entries per turn: a decision and the luck that follows."""
SECONDS = 0.1
"""Duration of one slice; short, so that other load on the machine affects both equally."""
ROUNDS = 40
NEW = NewMatch("bench", 1, 2, bytes(32), 1, 1, created=0, expires=None)
BEGIN = MatchEvent(0, 0, MatchEventKind.STARTED, 0, detail="1")

Turn = Callable[[int, int, int], Awaitable[None]]
"""Store one turn, given the match, its number of entries and the interaction."""


class Ours:
    """The bot's store."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = Store(database)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open a new database with one match per task."""
        made = cls(await open_database(str(path)))
        for _ in range(max(TASKS)):
            match = (await made.store.create(NEW, ())).id
            await made.store.commit(Change(match, 0, 0, (), (BEGIN,), status=Status.RUNNING))
        return made

    async def turn(self, match: int, seq: int, interaction: int) -> None:
        """Store a turn in a transaction shared with concurrent turns."""
        entries = tuple(
            LogEntry(Entry(seq + n, 0, "take t03"), "0123456789abcdef", 0) for n in range(ENTRIES)
        )
        press = Press(interaction, match, seq, ENTRIES)
        await self.store.commit(Change(match, seq, 1, entries, press=press))


class Usual:
    """aiosqlite as documented, with a lock around each transaction."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self.lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        ours = await Ours.open(path)
        await ours.database.close()
        connection = await aiosqlite.connect(path)
        for pragma in PRAGMAS:
            await connection.execute(pragma)
        return cls(connection)

    async def turn(self, match: int, seq: int, interaction: int) -> None:
        """Store a turn in its own transaction."""
        async with self.lock:
            connection = self.connection
            try:
                async with connection.execute(
                    "SELECT 1 FROM press WHERE interaction = ?", (interaction,)
                ) as cursor:
                    before = await cursor.fetchone()
                async with connection.execute(
                    "SELECT seq, events FROM match WHERE id = ?", (match,)
                ) as cursor:
                    row = await cursor.fetchone()
                assert before is None, "interaction ids must be unique"
                assert row is not None, "the match must exist"
                assert row[0] == seq, "no other task may play this match"
                await connection.executemany(
                    "INSERT INTO log (match, seq, actor, token, digest, at)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    [
                        (match, seq + n, 0, "take t03", "0123456789abcdef", 0)
                        for n in range(ENTRIES)
                    ],
                )
                await connection.execute(
                    "INSERT INTO press (interaction, match, first, count) VALUES (?, ?, ?, ?)",
                    (interaction, match, seq, ENTRIES),
                )
                await connection.execute(
                    "UPDATE match SET status = ?, seq = ?, events = ?, computer_due = ?"
                    " WHERE id = ?",
                    ("running", seq + ENTRIES, 1, 0, match),
                )
                await connection.commit()
            except BaseException:
                await connection.rollback()
                raise


class Matches:
    """The number of entries of each match in a database."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.seqs = dict.fromkeys(range(1, max(TASKS) + 1), 0)
        self.interactions = 0

    async def slice(self, tasks: int) -> tuple[int, float]:
        """Run `n` tasks for one slice; return their turns and the seconds. Each task stores its
        next turn only when the last is on disk.
        """
        begun = time.perf_counter()
        until = begun + SECONDS

        async def play(match: int) -> int:
            count = 0
            while time.perf_counter() < until:
                self.interactions += 1
                await self.turn(match, self.seqs[match], self.interactions)
                self.seqs[match] += ENTRIES
                count += 1
            return count

        counts = await asyncio.gather(*(play(match) for match in range(1, tasks + 1)))
        return sum(counts), time.perf_counter() - begun


async def _rates(ways: tuple[Matches, Matches], tasks: int) -> list[float]:
    """Return turns per second of both ways, in alternating slices."""
    turns, seconds = [0, 0], [0.0, 0.0]
    for number in range(ROUNDS):
        for which in (0, 1) if number % 2 else (1, 0):
            kept, taken = await ways[which].slice(tasks)
            turns[which] += kept
            seconds[which] += taken
    return [kept / taken for kept, taken in zip(turns, seconds, strict=True)]


async def _measure(folder: Path) -> list[Ratio]:
    ours, usual = await Ours.open(folder / "ours.db"), await Usual.open(folder / "usual.db")
    try:
        ways = Matches(ours.turn), Matches(usual.turn)
        rows = []
        for tasks in TASKS:
            we, they = await _rates(ways, tasks)
            least = {10: 8.0}.get(tasks)
            rows.append(
                Ratio(
                    f"store, {tasks} task{'s' if tasks > 1 else ''}",
                    we,
                    they,
                    "turns/s",
                    we / they,
                    f">= {least or 1:.0f}",
                    we / they >= (least or 1),
                )
            )
        return rows
    finally:
        await ours.database.close()
        await usual.connection.close()


def measure() -> list[Ratio]:
    with tempfile.TemporaryDirectory(prefix="salud-bench-") as folder:
        return asyncio.run(_measure(Path(folder)))


if __name__ == "__main__":
    print_table(measure())
