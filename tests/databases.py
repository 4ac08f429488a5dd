"""The databases that tests use: SQLite, and PostgreSQL where it is installed.

Tests marked `both_databases` run on either; outside of tests/storage, `make test` leaves PostgreSQL
to `make test-all`. With SALUD_TEST_DATABASE=postgresql all tests run there
that ask for `address`, except those that look into SQLite's file or are marked `sqlite`.
"""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import connect
from chaos.postgresql_server import PostgresServer
from tests.fresh import fresh
from tests.machine import need_postgresql
from tests.tiers import every

TEMPLATE = "empty"
_numbers = count()


def pytest_configure(config: pytest.Config) -> None:
    """Say what the marks mean."""
    config.addinivalue_line("markers", "both_databases: run on SQLite and on PostgreSQL")
    config.addinivalue_line("markers", "sqlite: run on SQLite alone, wherever others run")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let tests run on both databases, or all on one."""
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
    """Where a new database with the newest schema is, for `open_database`."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return fresh(tmp_path / "salud.db")
    there: str = request.getfixturevalue("postgresql")
    return there


@pytest.fixture
def postgresql(postgresql_server: PostgresServer) -> Iterator[str]:
    """The address of a new database with the newest schema on a server."""
    name = f"d{next(_numbers)}"
    yield postgresql_server.create(name, TEMPLATE)
    postgresql_server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresServer]:
    """A server that forgets everything if the machine fails."""
    need_postgresql()
    with PostgresServer() as server:
        session = connect(server.create(TEMPLATE))
        schema.migrate(session)
        session.close()
        yield server
