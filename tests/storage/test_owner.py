"""Each database belongs to one application, and other bots refuse to write to it."""

import sqlite3
from pathlib import Path

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.owner import OtherApplication, Owner
from bot.storage.base import lock, schema
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.sqlite.copies import release
from tests.storage.samples import on_disk

ONE, OTHER = 1_001, 1_002


async def test_first_application_owns_the_database_in_all_processes(
    database: Database, path: Path
) -> None:
    await Owner(database).claim(ONE)
    second = await open_database(str(path))
    await Owner(second).claim(ONE)
    with pytest.raises(OtherApplication) as caught:
        await Owner(second).claim(OTHER)
    await second.close()
    assert caught.value.owner == ONE
    assert on_disk(path, "SELECT application FROM owner") == [(ONE,)]


async def test_released_database_belongs_to_the_next_application(path: Path) -> None:
    database = await open_database(str(path))
    await Owner(database).claim(ONE)
    await database.close()
    assert release(str(path)) == ONE
    assert release(str(path)) is None
    database = await open_database(str(path))
    await Owner(database).claim(OTHER)
    with pytest.raises(OtherApplication):
        await Owner(database).claim(ONE)
    await database.close()


async def test_database_in_use_cannot_be_released(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The running bot would continue as the owner."""
    monkeypatch.setattr(lock, "PATIENCE", 0.03)
    await Owner(database).claim(ONE)
    with pytest.raises(StoreTrouble, match="in use: stop the bot first"):
        release(str(path))
    await Owner(database).claim(ONE)


def test_missing_or_foreign_file_cannot_be_released(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="There is no database"):
        release(str(path))
    assert not path.exists()
    path.write_text("Dear diary, " * 500)
    with pytest.raises(StoreTrouble, match="no database of Salud"):
        release(str(path))


async def test_older_database_has_no_owner(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "before"
    folder.mkdir()
    for number in range(1, 9):
        script = schema.scripts()[number]
        (folder / script.name).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    connection = sqlite3.connect(path, isolation_level=None)
    schema.migrate(connection, folder)
    connection.close()
    assert release(str(path)) is None
    database = await open_database(str(path))
    await Owner(database).claim(OTHER)
    await database.close()
