"""How many turns a second the store commits, and the usual way does: aiosqlite behind a lock.

``python -m bench.store``. Both write the same rows by the same schema with synchronous = FULL,
and both confirm a turn only when it is on disk. They run by turns, on one disk.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Self

import aiosqlite

from bench.ratios import Ratio, print_table
from bot.match.core.store import Change
from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.records import LogEntry, NewMatch, Press, Status
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.sqlite.database import PRAGMAS
from bot.storage.tables.store import SqlStore
from engine.core.types import Entry

TASKS = (1, 10, 100)
ENTRIES = 2
"""Entries of a turn: a decision and the luck that follows."""
SECONDS = 0.1
"""How long one slice lasts: short, so that both ways get as much of what else goes on."""
ROUNDS = 40
NEW = NewMatch("bench", 1, 2, bytes(32), 1, 1, created=0, expires=None)
BEGIN = MatchEvent(0, 0, EventKind.STARTED, 0, detail="1")

Turn = Callable[[int, int, int], Awaitable[None]]
"""Stores one turn: takes the match, how many entries it has, and the interaction."""


class Ours:
    """The store of the bot."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = SqlStore(database)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """On a new database with a match for each task."""
        made = cls(await open_database(str(path)))
        for _ in range(max(TASKS)):
            match = (await made.store.create(NEW, ())).id
            await made.store.commit(Change(match, 0, 0, (), (BEGIN,), status=Status.RUNNING))
        return made

    async def turn(self, match: int, seq: int, interaction: int) -> None:
        """One transaction, shared with those that wait."""
        entries = tuple(
            LogEntry(Entry(seq + n, 0, "take t03"), "0123456789abcdef", 0) for n in range(ENTRIES)
        )
        press = Press(interaction, match, seq, ENTRIES)
        await self.store.commit(Change(match, seq, 1, entries, press=press))


class Usual:
    """aiosqlite as its documentation shows it, and a lock around each transaction."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self.lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """On a database like the other."""
        ours = await Ours.open(path)
        await ours.database.close()
        connection = await aiosqlite.connect(path)
        for pragma in PRAGMAS:
            await connection.execute(pragma)
        return cls(connection)

    async def turn(self, match: int, seq: int, interaction: int) -> None:
        """One transaction, alone."""
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
                assert before is None, "interactions differ"
                assert row is not None, "the match is there"
                assert row[0] == seq, "nobody else plays it"
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
    """How far each match of a database has come."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.seqs = dict.fromkeys(range(1, max(TASKS) + 1), 0)
        self.interactions = 0

    async def slice(self, tasks: int) -> tuple[int, float]:
        """Turns and seconds of so many tasks, each waiting for its turn before the next."""
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
    """Turns a second of each way, in slices by turns; who begins changes."""
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
    """All rows."""
    with tempfile.TemporaryDirectory(prefix="salud-bench-") as folder:
        return asyncio.run(_measure(Path(folder)))


if __name__ == "__main__":
    print_table(measure())
