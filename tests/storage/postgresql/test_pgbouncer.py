"""PostgreSQL through PgBouncer: settings and locks hold in transaction mode and in session mode."""

import asyncio

import psycopg
import pytest

from bot.app.commands.hand_over import hand_over
from bot.app.doctor.database_checks import check_up
from bot.app.settings import Settings
from bot.match.log.store_errors import StoreTrouble
from bot.storage import opening
from bot.storage.base import lock
from bot.storage.base.checkup import Checkup
from bot.storage.base.connection import Connection
from bot.storage.base.errors import AnotherBot
from bot.storage.opening import open_database, open_for_bot
from bot.storage.postgresql.connections import PostgresConnection, connect
from bot.storage.postgresql.database import open_postgresql
from chaos.pgbouncer import PgBouncer
from chaos.postgresql_server import PostgresServer
from tests.machine import need_pgbouncer
from tests.storage.postgresql.test_database import add, counts
from tests.tiers import exhaustive

SHOWN = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
SHOW = "SELECT " + ", ".join(f"current_setting('{name}')" for name in SHOWN)
NAME = "current_setting('application_name')"


def show(connection: Connection) -> list[tuple[str, ...]]:
    return [tuple(row) for row in connection.execute(f"{SHOW}, {NAME}").fetchall()]


async def test_settings_hold_in_each_transaction_and_reach_no_other_client(pooled: str) -> None:
    database = await open_postgresql(pooled)
    try:
        held = [("30s", "10s", "30s", "salud")]
        writing, urgent = [("30s", "10s", "5s", "salud")], [("30s", "1s", "5s", "salud")]
        for _ in range(3):
            assert await database.read(show) == held
            assert await database.snapshot(show) == held
            assert await database.writer.write(show) == writing
            assert await database.writer.write(show, durable=False) == writing
            assert await database.urgent.write(show) == urgent
            with psycopg.connect(pooled, prepare_threshold=None) as other:
                assert other.execute(SHOW.encode()).fetchone() == ("0", "0", "0")
    finally:
        await database.close()


def test_statement_over_its_limit_ends(pooled: str) -> None:
    with connect(pooled, settings={"statement_timeout": "20ms"}) as session:
        connection = PostgresConnection(session)
        for _ in range(2):
            with pytest.raises(psycopg.errors.QueryCanceled):
                connection.execute("SELECT pg_sleep(10)")
            assert connection.execute("SELECT 1").fetchall() == [(1,)]


async def test_clients_repeat_statements_without_sharing_prepared_ones(pooled: str) -> None:
    databases = [await open_postgresql(pooled) for _ in range(2)]
    try:
        numbers = range(24)
        await asyncio.gather(*(add(databases[number % 2], number) for number in numbers))
        for _ in range(8):
            results = await asyncio.gather(*(counts(databases[n % 2]) for n in range(4)))
            assert results == [list(numbers)] * 4
    finally:
        for database in databases:
            await database.close()


async def test_idle_bot_is_noticed_until_it_stops(
    pooled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot in transaction mode has no transaction while it is idle."""
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    settings = Settings(salud_database=pooled)
    database = await open_database(pooled)
    try:
        with pytest.raises(StoreTrouble, match=r"A bot uses the .* \(process \d+ of the server\)"):
            hand_over(settings)
    finally:
        await database.close()
    assert "has no owner" in hand_over(settings)


async def test_second_bot_is_refused_until_the_first_stops(
    pooled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    monkeypatch.setattr(opening, "VANISHED", 0.0)
    first = await open_for_bot(pooled, None, is_shared=False)
    try:
        for is_shared in (False, True):
            with pytest.raises(AnotherBot, match=r"\(process \d+ of the server\): stop it first"):
                await open_for_bot(pooled, None, is_shared=is_shared)
    finally:
        await first.close()
    both = [await open_for_bot(pooled, None, is_shared=True) for _ in range(2)]
    with pytest.raises(AnotherBot):
        await open_for_bot(pooled, None, is_shared=False)
    for database in both:
        await database.close()


async def test_sweep_needs_no_transaction(pooled: str) -> None:
    database = await open_postgresql(pooled)
    try:
        assert await database.sweep(None, 1)
    finally:
        await database.close()


def test_doctor_names_pgbouncer_and_reads_settings_back(
    pooled: str, postgresql: str, pgbouncer: PgBouncer
) -> None:
    checkup = check_up(pooled, lambda _: None)
    assert isinstance(checkup, Checkup)
    assert checkup.name.endswith(":6432, through PgBouncer")
    assert checkup.remarks == ()
    with connect(postgresql) as session:
        name = session.info.dbname
        session.execute(f"ALTER DATABASE {name} SET statement_timeout = '7s'".encode())
    pgbouncer.stop()  # its sessions of the server began before the change
    pgbouncer.start()
    checkup = check_up(pooled, lambda _: None)
    assert isinstance(checkup, Checkup)
    assert [remark.partition(".")[0] for remark in checkup.remarks] == [
        "The server sets statement_timeout to 7s"
    ]


async def test_statement_mode_is_refused_with_a_reason(
    postgresql: str, postgresql_server: PostgresServer
) -> None:
    need_pgbouncer()
    with (
        PgBouncer(postgresql_server, "statement") as pooler,
        connect(postgresql) as session,
        pytest.raises(StoreTrouble, match="not allowed in statement pooling mode"),
    ):
        await open_database(pooler.address(session.info.dbname))


@exhaustive
@pytest.mark.parametrize("mode", ["transaction", "session"])
async def test_restart_of_the_server_or_of_pgbouncer_is_waited_for(mode: str) -> None:
    need_pgbouncer()
    with PostgresServer(quick=False) as server, PgBouncer(server, mode) as pooler:
        server.create("salud")
        database = await open_postgresql(pooler.address("salud"), patience=60.0)
        try:
            for number, (stop, start) in enumerate(
                ((server.crash, server.start), (pooler.stop, pooler.start))
            ):
                stop()
                waiting = asyncio.create_task(add(database, number))
                await asyncio.to_thread(start)
                assert await waiting == number
                assert await counts(database) == list(range(number + 1))
        finally:
            await database.close()
