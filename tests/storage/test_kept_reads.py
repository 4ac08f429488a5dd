"""Cached reads, which are repeated only if their result can have changed."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.timing.alert_store import TurnAlertStore
from bot.storage.base.group_writer import Work
from bot.storage.sqlite.database import SqliteDatabase, open_sqlite
from bot.storage.sqlite.writer import run
from tests.cards import post_card
from tests.storage.samples import CALL, LOG, create_running

pytestmark = pytest.mark.sqlite

SHOWN = BoardProgress(1, 0, 0, 3, 41, 42)


class Reads:
    """A counter of the reads that reach a database."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.count = 0
        self._read = database._read
        database._read = self._counted  # type: ignore[method-assign,assignment]

    async def _counted(self, work: Work[object]) -> object:
        self.count += 1
        return await self._read(work)


@pytest.fixture
def reads(database: SqliteDatabase) -> Reads:
    """A counter that starts now."""
    return Reads(database)


async def test_unchanged_data_is_read_once(
    database: SqliteDatabase, store: Store, reads: Reads
) -> None:
    match = await create_running(store)
    for expected in (4, 4):
        await store.head(match)
        await store.progress(match)
        await store.guild_settings(5)
        await TurnAlertStore(database).of_match(match)
        assert reads.count == expected


async def test_writes_of_a_turn_update_the_cache_without_reads(store: Store, reads: Reads) -> None:
    match = await create_running(store)
    before = await store.head(match)
    assert before is not None
    await store.progress(match)
    await store.is_abandoned(match, "me")
    count_before = reads.count
    await store.commit(Change(match, 1, 3, LOG[1:]))
    assert await store.lease(match, "me", 10, 15)
    assert await store.note_shown(match, SHOWN, "me")
    assert not await store.is_abandoned(match, "me")
    assert await store.is_abandoned(match, "another")
    await store.release(match, "me")
    assert await store.progress(match) == SHOWN
    assert await store.head(match) == replace(before, seq=len(LOG))
    assert not await store.is_abandoned(match, "another")
    assert reads.count == count_before


async def test_cache_equals_the_database_after_each_kind_of_write(
    database: SqliteDatabase, store: Store
) -> None:
    match = await create_running(store)
    alerts = TurnAlertStore(database)

    async def reads_of_match() -> list[object]:
        return [
            await store.head(match),
            await store.progress(match),
            await store.is_abandoned(match, "me"),
            dict(await store.guild_settings(5)),
            dict(await store.user_settings(11)),
            dict(await alerts.of_match(match)),
        ]

    for write in (
        lambda: store.set_place(match, 77),
        lambda: post_card(store, match, 78),
        lambda: store.lease(match, "me", 10, 15),
        lambda: store.note_shown(match, SHOWN, "me", (CALL,)),
        lambda: store.commit(Change(match, 1, 3, LOG[1:])),
        lambda: store.note_shown(match, replace(SHOWN, seq=2), "another"),
        lambda: store.release(match, "another"),
        lambda: store.release(match, "me"),
        lambda: store.set_guild_settings(5, {"quiet": "on"}),
        lambda: store.set_user_settings(11, {"text_mode": "on"}),
        lambda: alerts.change(match, CALL, replace(CALL, seen=99)),
        lambda: store.freeze(match, frozen=True),
    ):
        await reads_of_match()
        await write()
        cached = await reads_of_match()
        database.kept.forget()
        assert cached == await reads_of_match()


async def test_writes_of_another_process_are_seen_immediately(
    path: Path, database: SqliteDatabase, store: Store
) -> None:
    match = await create_running(store)
    other = await open_sqlite(str(path))
    other_store = Store(other)
    for number in range(4):
        await store.guild_settings(5)
        await store.head(match)
        await other_store.set_guild_settings(5, {"quiet": str(number)})
        await other_store.set_place(match, 100 + number)
        if number % 2:
            await store.set_user_settings(11, {"text_mode": str(number)})
        assert await store.guild_settings(5) == {"quiet": str(number)}
        head = await store.head(match)
        assert head is not None
        assert head.place == 100 + number
    await other.close()


async def test_read_overtaken_by_a_write_is_not_cached(
    database: SqliteDatabase, store: Store
) -> None:
    match = await create_running(store)
    reached, may_finish = asyncio.Event(), asyncio.Event()

    async def slow() -> object:
        result = await store._read_shown(match)
        reached.set()
        await may_finish.wait()
        return result

    reading = asyncio.create_task(database.keeping(("shown", match), slow))
    await reached.wait()
    assert await store.lease(match, "me", 10, 15)
    assert await store.note_shown(match, SHOWN, "me")
    may_finish.set()
    await reading
    assert await store.progress(match) == SHOWN


async def test_only_turns_wait_for_the_disk(database: SqliteDatabase, store: Store) -> None:
    """Leases and shown boards don't wait, unless they share a commit with a turn."""
    match = await create_running(store)
    sent: list[str] = []
    await run(database.writer.connection, lambda c: c.set_trace_callback(sent.append))

    def switches() -> list[str]:
        return [each.rpartition(" ")[2] for each in sent if "synchronous" in each]

    assert await store.lease(match, "me", 10, 15)
    assert await store.note_shown(match, SHOWN, "me")
    assert switches() == ["NORMAL"]
    await store.commit(Change(match, 1, 3, LOG[1:]))
    assert switches() == ["NORMAL", "FULL"]
    await asyncio.gather(store.release(match, "me"), store.set_place(match, 3))
    assert switches() == ["NORMAL", "FULL"], "both writes share a synced commit"
    assert sent.count("COMMIT") == 4


async def test_unsynced_writes_are_visible_to_all_processes(path: Path, store: Store) -> None:
    match = await create_running(store)
    assert await store.lease(match, "me", 10, 15)
    connection = sqlite3.connect(path)
    query = "SELECT owner FROM message WHERE kind = 'board' AND subject = ?"
    owner = connection.execute(query, (match,)).fetchone()
    connection.close()
    assert owner == ("me",)
