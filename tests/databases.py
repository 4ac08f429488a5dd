"""The databases of tests: SQLite, and PostgreSQL if it is installed.

Tests marked `both_databases` run on both; outside of tests/storage, `make test` leaves PostgreSQL
to `make test-all`. With SALUD_TEST_DATABASE=postgresql, all tests with the fixture `address` run on
it, except those that open SQLite's file or are marked `sqlite`; with `pgbouncer`, they connect
to it through PgBouncer in transaction mode.
"""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import connect
from chaos.pgbouncer import PgBouncer
from chaos.postgresql_server import PostgresServer
from tests.fresh import fresh
from tests.machine import need_pgbouncer, need_postgresql
from tests.tiers import every

TEMPLATE = "empty"
_numbers = count()


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks."""
    config.addinivalue_line("markers", "both_databases: run on SQLite and on PostgreSQL")
    config.addinivalue_line("markers", "sqlite: run on SQLite only")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on both databases, or on the chosen one."""
    mark = metafunc.definition.get_closest_marker
    if "address" not in metafunc.fixturenames or "path" in metafunc.fixturenames or mark("sqlite"):
        return
    chosen = os.environ.get("SALUD_TEST_DATABASE")
    if chosen is not None:
        metafunc.parametrize("address", [chosen], indirect=True)
    elif mark("both_databases") is not None:
        is_storage = metafunc.module.__name__.startswith("tests.storage.")
        addresses = every(["sqlite", "postgresql"], 2 if is_storage else 1)
        metafunc.parametrize("address", addresses, indirect=True)


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database with the newest schema."""
    database = getattr(request, "param", "sqlite")
    if database == "sqlite":
        return fresh(tmp_path / "salud.db")
    server_address: str = request.getfixturevalue("postgresql")
    if database == "pgbouncer":
        return _through(request.getfixturevalue("transaction_pgbouncer"), server_address)
    return server_address


@pytest.fixture
def postgresql(postgresql_server: PostgresServer) -> Iterator[str]:
    """The address of a new database with the newest schema on a server."""
    name = f"d{next(_numbers)}"
    yield postgresql_server.create(name, TEMPLATE)
    postgresql_server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=every(["transaction", "session"]))
def pgbouncer(
    request: pytest.FixtureRequest, postgresql_server: PostgresServer
) -> Iterator[PgBouncer]:
    """PgBouncer in each supported mode."""
    need_pgbouncer()
    with PgBouncer(postgresql_server, request.param) as pooler:
        yield pooler


@pytest.fixture
def pooled(pgbouncer: PgBouncer, postgresql: str) -> str:
    """The address of the database `postgresql` through PgBouncer."""
    return _through(pgbouncer, postgresql)


def _through(pgbouncer: PgBouncer, address: str) -> str:
    return pgbouncer.address(str(conninfo_to_dict(address)["dbname"]))


@pytest.fixture(scope="session")
def transaction_pgbouncer(postgresql_server: PostgresServer) -> Iterator[PgBouncer]:
    need_pgbouncer()
    with PgBouncer(postgresql_server, "transaction") as pooler:
        yield pooler


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresServer]:
    """A server that may lose its data if the machine fails."""
    need_postgresql()
    with PostgresServer() as server:
        session = connect(server.create(TEMPLATE))
        schema.migrate(session)
        session.close()
        yield server
