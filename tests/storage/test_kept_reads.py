"""What was read is read again only if it may have changed."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.core.store import Change, Shown
from bot.storage.base.group_writer import Work
from bot.storage.sqlite.database import SqliteDatabase, open_sqlite
from bot.storage.sqlite.writer import run
from bot.storage.tables.store import SqlStore
from bot.storage.tables.turn_alerts import SqlTurnAlerts
from tests.storage.samples import CALL, LOG, begun

pytestmark = pytest.mark.sqlite

SHOWN = Shown(1, 0, 0, 3, 41, 42)


class Reads:
    """Counts the reads of a database that reach it."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.count = 0
        self._read = database._read
        database._read = self._counted  # type: ignore[method-assign,assignment]

    async def _counted(self, work: Work[object]) -> object:
        self.count += 1
        return await self._read(work)


@pytest.fixture
def reads(database: SqliteDatabase) -> Reads:
    """The reads from now on."""
    return Reads(database)


async def test_nothing_is_read_twice(
    database: SqliteDatabase, store: SqlStore, reads: Reads
) -> None:
    """Of a match, of settings and of alerts, while nothing is written."""
    match = await begun(store)
    for expected in (4, 4):
        await store.head(match)
        await store.shown(match)
        await store.guild_settings(5)
        await SqlTurnAlerts(database).of_match(match)
        assert reads.count == expected


async def test_a_turn_reads_nothing(store: SqlStore, reads: Reads) -> None:
    """What a turn itself changes is known from it."""
    match = await begun(store)
    before = await store.head(match)
    assert before is not None
    await store.shown(match)
    await store.abandoned(match, "me")
    done = reads.count
    await store.commit(Change(match, 1, 3, LOG[1:]))
    assert await store.lease(match, "me", 10, 15)
    assert await store.show(match, SHOWN, "me")
    assert not await store.abandoned(match, "me")
    assert await store.abandoned(match, "another")
    await store.release(match, "me")
    assert await store.shown(match) == SHOWN
    assert await store.head(match) == replace(before, seq=len(LOG))
    assert not await store.abandoned(match, "another")
    assert reads.count == done


async def test_kept_is_what_is_stored(database: SqliteDatabase, store: SqlStore) -> None:
    """After each kind of write, what is kept is what a fresh look finds."""
    match = await begun(store)
    alerts = SqlTurnAlerts(database)

    async def told() -> list[object]:
        return [
            await store.head(match),
            await store.shown(match),
            await store.abandoned(match, "me"),
            dict(await store.guild_settings(5)),
            dict(await store.user_settings(11)),
            dict(await alerts.of_match(match)),
        ]

    for write in (
        lambda: store.set_place(match, 77),
        lambda: store.set_invitation(match, 78),
        lambda: store.lease(match, "me", 10, 15),
        lambda: store.show(match, SHOWN, "me", (CALL,)),
        lambda: store.commit(Change(match, 1, 3, LOG[1:])),
        lambda: store.show(match, replace(SHOWN, seq=2), "another"),
        lambda: store.release(match, "another"),
        lambda: store.release(match, "me"),
        lambda: store.set_guild_settings(5, {"quiet": "on"}),
        lambda: store.set_user_settings(11, {"text_mode": "on"}),
        lambda: alerts.change(match, CALL, replace(CALL, seen=99)),
        lambda: store.freeze(match, frozen=True),
    ):
        await told()
        await write()
        kept = await told()
        database.kept.forget()
        assert kept == await told()


async def test_another_process(path: Path, database: SqliteDatabase, store: SqlStore) -> None:
    """What it writes is seen at once, with no write of ours in between and with one."""
    match = await begun(store)
    other = await open_sqlite(str(path))
    elsewhere = SqlStore(other)
    for number in range(4):
        await store.guild_settings(5)
        await store.head(match)
        await elsewhere.set_guild_settings(5, {"quiet": str(number)})
        await elsewhere.set_place(match, 100 + number)
        if number % 2:
            await store.set_user_settings(11, {"text_mode": str(number)})
        assert await store.guild_settings(5) == {"quiet": str(number)}
        head = await store.head(match)
        assert head is not None
        assert head.place == 100 + number
    await other.close()


async def test_a_read_that_a_write_overtakes(database: SqliteDatabase, store: SqlStore) -> None:
    """What was read before a write is not kept after it."""
    match = await begun(store)
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def slow() -> object:
        found = await store._read_shown(match)
        reached.set()
        await go_on.wait()
        return found

    reading = asyncio.create_task(database.keeping(("shown", match), slow))
    await reached.wait()
    assert await store.lease(match, "me", 10, 15)
    assert await store.show(match, SHOWN, "me")
    go_on.set()
    await reading
    assert await store.shown(match) == SHOWN


async def test_waits_for_the_disk(database: SqliteDatabase, store: SqlStore) -> None:
    """A turn does; a lease and what is shown do not; one that shares a commit with a turn does."""
    match = await begun(store)
    sent: list[str] = []
    await run(database.writer.connection, lambda c: c.set_trace_callback(sent.append))

    def switches() -> list[str]:
        return [each.rpartition(" ")[2] for each in sent if "synchronous" in each]

    assert await store.lease(match, "me", 10, 15)
    assert await store.show(match, SHOWN, "me")
    assert switches() == ["NORMAL"]
    await store.commit(Change(match, 1, 3, LOG[1:]))
    assert switches() == ["NORMAL", "FULL"]
    await asyncio.gather(store.release(match, "me"), store.set_place(match, 3))
    assert switches() == ["NORMAL", "FULL"], "one commit, which waits"
    assert sent.count("COMMIT") == 4


async def test_readable_by_all_at_once(path: Path, store: SqlStore) -> None:
    """What does not wait for the disk is seen by every process all the same."""
    match = await begun(store)
    assert await store.lease(match, "me", 10, 15)
    connection = sqlite3.connect(path)
    owner = connection.execute("SELECT lease_owner FROM match WHERE id = ?", (match,)).fetchone()
    connection.close()
    assert owner == ("me",)
