"""The lock on a database: a bot that has lost its session stores nothing during a copy."""

import asyncio
import threading

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.storage.base import lock
from bot.storage.opening import open_database
from bot.storage.postgresql import hold as holding
from bot.storage.postgresql.connections import connect
from bot.storage.postgresql.hold import Hold, Presence
from chaos.postgresql_server import PostgresServer
from tests.patience import PATIENCE
from tests.storage.postgresql.test_database import add, counts

HELD = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"


async def test_bot_that_lost_its_sessions_stores_nothing_during_and_after_a_copy(
    postgresql: str,
    postgresql_server: PostgresServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """After a copy its database is out of date, so the bot must be started again."""
    monkeypatch.setattr(holding, "EVERY", PATIENCE)
    database, copy = await open_database(postgresql), Hold(postgresql, alone=True)
    try:
        assert await add(database, 1) == 0
        postgresql_server.kill_sessions()
        copy.take()
        for _ in range(2):
            with pytest.raises(StoreTrouble, match="is being restored or copied"):
                await add(database, 2)
            copy.release()
        assert await counts(database) == [0]
        assert caplog.text.count("This bot stores nothing any more") == 1
    finally:
        copy.release()
        await database.close()
    database = await open_database(postgresql)
    assert await add(database, 2) == 1
    await database.close()


async def test_idle_bot_takes_a_lost_lock_again(
    postgresql: str, postgresql_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "EVERY", 0.01)
    database = await open_database(postgresql)
    try:
        with connect(postgresql) as before:
            numbers = before.execute("SELECT pid FROM pg_locks WHERE locktype = 'advisory'")
            (first,) = numbers.fetchall()
        postgresql_server.kill_sessions()
        with connect(postgresql) as session:
            async with asyncio.timeout(PATIENCE):
                while session.execute(HELD).fetchone() != (1,):  # noqa: ASYNC110 - see EVERY
                    await asyncio.sleep(0.01)
            (again,) = session.execute("SELECT pid FROM pg_locks WHERE locktype = 'advisory'")
        assert again != first
        monkeypatch.setattr(lock, "PATIENCE", 0.05)
        with pytest.raises(StoreTrouble, match=f"process {again[0]} of the server"):
            Hold(postgresql, alone=True).take()
    finally:
        await database.close()


def test_bot_learns_that_a_command_has_taken_its_place(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "EVERY", 0.01)
    presence, copy = Presence(postgresql), Hold(postgresql, alone=True)
    told, refusals = threading.Event(), list[StoreTrouble]()

    def refused(trouble: StoreTrouble) -> None:
        refusals.append(trouble)
        told.set()

    copy.take()
    presence.keep(refused)
    assert told.wait(PATIENCE)
    presence.release()
    copy.release()
    assert "start again when that is done" in str(refusals[0])


def test_lock_of_a_command_excludes_other_commands(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    first, second = Hold(postgresql, alone=True), Hold(postgresql, alone=True)
    first.take()
    with pytest.raises(StoreTrouble, match="stop it first"):
        second.take()
    first.release()
    second.take()
    second.check()
    second.release()
