"""The lock on a database: a bot that has lost its session stores nothing during a copy."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.storage.base import lock
from bot.storage.base.errors import AnotherBot
from bot.storage.base.lock import Use
from bot.storage.opening import open_database
from bot.storage.postgresql import hold as holding
from bot.storage.postgresql.connections import Session, connect
from bot.storage.postgresql.hold import BOTS, KEY, Hold, Presence
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
    database, copy = await open_database(postgresql), Hold(postgresql, Use.ALONE)
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
            Hold(postgresql, Use.ALONE).take()
    finally:
        await database.close()


def test_bot_learns_that_a_command_has_taken_its_place(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "EVERY", 0.01)
    presence, copy = Presence(postgresql), Hold(postgresql, Use.ALONE)
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


@pytest.fixture
def presence(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Presence]:
    """The locks of a bot without SALUD_SHARDS, which doesn't check them yet."""
    monkeypatch.setattr(holding, "EVERY", 0.01)
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    presence = Presence(postgresql, Use.ONLY_BOT)
    presence.take()
    yield presence
    presence.release()


@pytest.fixture
def refusals() -> Iterator[list[StoreTrouble]]:
    """Reasons for which a bot stores nothing any more; there must be none."""
    refusals: list[StoreTrouble] = []
    yield refusals
    assert refusals == []


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


def locks(session: Session) -> int:
    row = session.execute(HELD).fetchone()
    assert row is not None
    return int(row[0])


def test_bot_that_lost_its_session_still_excludes_others(
    presence: Presence,
    refusals: list[StoreTrouble],
    postgresql: str,
    postgresql_server: PostgresServer,
) -> None:
    presence.keep(refusals.append)
    postgresql_server.kill_sessions()
    with connect(postgresql) as session:
        wait_until(lambda: locks(session) == len((KEY, BOTS)))
    second = Presence(postgresql, Use.ONLY_BOT)
    with pytest.raises(AnotherBot, match=r"Another bot .* \(process \d+ of the server\): stop it"):
        second.take()
    assert presence.remark is None


@pytest.mark.parametrize(("patience", "is_reported"), [(0.0, True), (PATIENCE, False)])
def test_bot_reports_another_that_keeps_its_place_until_that_stops(
    presence: Presence,
    refusals: list[StoreTrouble],
    postgresql: str,
    postgresql_server: PostgresServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    patience: float,
    is_reported: bool,
) -> None:
    """The other one began while the session was lost. It can also be the lost session itself."""
    monkeypatch.setattr(holding, "GHOST", patience)
    postgresql_server.kill_sessions()
    other = Presence(postgresql, Use.ONLY_BOT)
    other.take()
    presence.keep(refusals.append)
    with connect(postgresql) as session:
        wait_until(lambda: presence._unclaimed_since is not None)
        assert locks(session) == len((KEY, BOTS, KEY))
        if is_reported:
            wait_until(lambda: presence.remark is not None)
        other.release()
        wait_until(lambda: locks(session) == len((KEY, BOTS)))
    wait_until(lambda: presence.remark is None)
    assert caplog.text.count("Another bot uses the database") == is_reported


def test_lock_of_a_command_excludes_other_commands(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    first, second = Hold(postgresql, Use.ALONE), Hold(postgresql, Use.ALONE)
    first.take()
    with pytest.raises(StoreTrouble, match="stop it first"):
        second.take()
    first.release()
    second.take()
    second.check()
    second.release()
