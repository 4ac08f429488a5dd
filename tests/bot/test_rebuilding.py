"""`python -m bot rebuild`, and a start with outdated derived data."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.app.assembly import build_client
from bot.app.commands.rebuild import KEPT, bring_up_to_date
from bot.app.games import load_games
from bot.app.settings import Settings
from bot.match.statistics.rows import OF_A_MATCH, TABLES
from bot.storage.opening import open_database
from tests.bot.samples import store_matches
from tests.bot.shell import Shell
from tests.patience import PATIENCE

Rows = dict[str, list[str]]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with two finished matches, one of them resigned."""
    path = tmp_path / "stored.db"
    store_matches(path)
    monkeypatch.setenv("SALUD_DATABASE", str(path))
    return path


def derived(path: Path) -> Rows:
    connection = sqlite3.connect(path)
    try:
        return {
            table: sorted(map(repr, connection.execute(f"SELECT * FROM {table}")))  # noqa: S608 - our own names
            for table in TABLES
        }
    finally:
        connection.close()


def changed(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def is_stale(path: Path) -> bool:
    """Return whether the data of an older version is still there."""
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute("SELECT version FROM derived WHERE name = 'statistics'")
        return rows.fetchall() == [(0,)]
    finally:
        connection.close()


def test_rebuild_restores_derived_rows(shell: Shell, database: Path) -> None:
    before = derived(database)
    assert before["result"]
    changed(database, "DELETE FROM result", "UPDATE tally SET wins = 99", "DELETE FROM gift")
    for _ in range(2):
        assert shell.ok("rebuild", code=KEPT) == (
            "Rebuilt from 2 finished matches. Computed the due times of 1 running match again."
            " Kept as stored, because they can't be replayed: #5, #6.\n"
        )
        assert derived(database) == before
    changed(database, "UPDATE match SET status = 'called off' WHERE id IN (5, 6)")
    assert shell.ok("rebuild") == (
        "Rebuilt from 2 finished matches. Computed the due times of 1 running match again.\n"
    )


def test_rebuild_keeps_and_names_matches_that_cannot_be_replayed(
    shell: Shell, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = derived(database)
    changed(database, "UPDATE log SET digest = 'ffff' WHERE match = 3 AND seq = 2")
    changed(database, "DELETE FROM tally", "DELETE FROM result WHERE match = 1")
    output = shell.ok("rebuild", code=KEPT)
    assert output.startswith("Rebuilt from 1 finished match.")
    assert output.endswith("Kept as stored, because they can't be replayed: #3, #5, #6.\n")
    assert "Match 3 can't be replayed" in caplog.text
    assert derived(database) == before
    changed(database, *(f"DELETE FROM {table} WHERE match = 3" for table in OF_A_MATCH))  # noqa: S608 - our own names
    output = shell.ok("rebuild", code=KEPT)
    assert "Without results, because they can't be replayed: #3." in output


def test_start_after_an_update_rebuilds_once_in_the_background(database: Path) -> None:
    before = derived(database)
    changed(database, *(f"DELETE FROM {table}" for table in TABLES))  # noqa: S608 - our own names
    changed(database, "INSERT INTO derived VALUES ('statistics', 0)")

    async def start() -> None:
        settings = Settings(salud_database=str(database), salud_backups_kept=0)
        async with build_client(settings), asyncio.timeout(PATIENCE):
            while is_stale(database):  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0)

    asyncio.run(start())
    assert derived(database) == before
    changed(database, "DELETE FROM gift")

    async def look() -> None:
        opened = await open_database(str(database))
        await bring_up_to_date(opened, load_games())
        await opened.close()

    asyncio.run(look())
    assert derived(database)["gift"] == []
