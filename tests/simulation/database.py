"""The real SQL in memory: a Database that runs sqlite3 in the simulation's loop.

All processes of a run share it. Each transaction is atomic; before and after it others run. A
transaction can fail before it begins, or lose only its confirmation.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from bot.storage.base.database import Database
from bot.storage.base.errors import StoreTrouble
from bot.storage.base.group_writer import GroupWriter, Waiting, Work
from tests.fresh import fresh

T = TypeVar("T")
TABLES = ("message", "server")


@cache
def connection() -> sqlite3.Connection:
    """Return a database in memory with the newest schema, which all runs share."""
    opened = sqlite3.connect(":memory:", isolation_level=None)
    with tempfile.TemporaryDirectory() as folder:
        template = sqlite3.connect(fresh(Path(folder) / "salud.db"))
        template.backup(opened)
        template.close()
    return opened


def emptied() -> sqlite3.Connection:
    for table in TABLES:
        connection().execute(f"DELETE FROM {table}")  # noqa: S608 - constant text
    return connection()


class Disk:
    """The data that all processes share."""

    def __init__(self, chance: Callable[[], float], changed: Callable[[], None]) -> None:
        self.connection = emptied()
        self.chance = chance
        self.changed = changed
        """Called after each transaction that wrote."""
        self.fails = 0.0
        """The probability that a transaction fails."""
        self.is_slow = True
        self.is_over = False


class SimDatabase(Database):
    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self.disk = disk
        self.writer = self.urgent = SimWriter(disk)

    async def read(self, work: Work[T]) -> T:
        await pause(self.disk)
        fail(self.disk, "not read")
        result = work(self.disk.connection)
        await pause(self.disk)
        return result

    snapshot = read

    async def sweep(self, users: frozenset[int] | None, number: int) -> bool:
        raise AssertionError(f"a simulation deletes no one's data: {users}, {number}")

    async def close(self) -> None:
        """Do nothing, because other processes use it."""


class SimWriter(GroupWriter):
    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self._disk = disk

    async def write(
        self,
        work: Work[T],
        *,
        durable: bool = True,
        note: Callable[[T], object] | None = None,
        proves: bool = True,
    ) -> T:
        del durable, note, proves  # there is no disk, and reads are not kept
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        # As in the real writer, the work is done even if its caller is cancelled meanwhile.
        loop.call_later(delay(self._disk), self._commit, work, answer)
        result = await answer
        await pause(self._disk)
        fail(self._disk, "written, but not confirmed")
        return result

    def _commit(self, work: Work[T], answer: asyncio.Future[T]) -> None:
        try:
            fail(self._disk, "not written")
            result = transaction(self._disk, work)
        except Exception as error:  # noqa: BLE001 - the caller gets it
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(result)

    async def _transaction(self, batch: Sequence[Waiting]) -> list[Any]:
        raise AssertionError(f"each transaction has one piece of work here, not {len(batch)}")


def transaction(disk: Disk, work: Work[T]) -> T:
    disk.connection.execute("BEGIN")
    try:
        result = work(disk.connection)
    except BaseException:
        disk.connection.execute("ROLLBACK")
        raise
    disk.connection.execute("COMMIT")
    disk.changed()
    return result


async def pause(disk: Disk) -> None:
    seconds = delay(disk)
    if seconds:
        await asyncio.sleep(seconds)


def delay(disk: Disk) -> float:
    """Return the seconds of one way to the database: often 0, at most half a second."""
    luck = disk.chance() if disk.is_slow else 1.0
    return 0.0 if luck > 0.3 else 0.0001 if luck > 0.05 else luck * 10


def fail(disk: Disk, what: str) -> None:
    if disk.is_over or (disk.fails and disk.chance() < disk.fails):
        raise StoreTrouble(what)
