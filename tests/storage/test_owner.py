"""One application's bot owns a database, and no other writes to it by mistake."""

import sqlite3
from pathlib import Path

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.owner import OtherApplication
from bot.storage.base import lock, schema
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.sqlite.copies import release
from bot.storage.tables.owner import SqlOwner
from tests.storage.samples import on_disk

ONE, OTHER = 1_001, 1_002


async def test_the_first_owns_it(database: Database, path: Path) -> None:
    """Also when it comes again, by another process; the other changes nothing."""
    await SqlOwner(database).claim(ONE)
    beside = await open_database(str(path))
    await SqlOwner(beside).claim(ONE)
    with pytest.raises(OtherApplication) as caught:
        await SqlOwner(beside).claim(OTHER)
    await beside.close()
    assert caught.value.owner == ONE
    assert on_disk(path, "SELECT application FROM owner") == [(ONE,)]


async def test_handed_over(path: Path) -> None:
    """The next one owns it then."""
    database = await open_database(str(path))
    await SqlOwner(database).claim(ONE)
    await database.close()
    assert release(str(path)) == ONE
    assert release(str(path)) is None
    database = await open_database(str(path))
    await SqlOwner(database).claim(OTHER)
    with pytest.raises(OtherApplication):
        await SqlOwner(database).claim(ONE)
    await database.close()


async def test_not_while_a_bot_runs(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on as the owner's."""
    monkeypatch.setattr(lock, "PATIENCE", 0.03)
    await SqlOwner(database).claim(ONE)
    with pytest.raises(StoreTrouble, match="in use: stop the bot first"):
        release(str(path))
    await SqlOwner(database).claim(ONE)


def test_of_something_else(path: Path, tmp_path: Path) -> None:
    """A sentence, and nothing is made or changed."""
    with pytest.raises(StoreTrouble, match="There is no database"):
        release(str(path))
    assert not path.exists()
    path.write_text("Dear diary, " * 500)
    with pytest.raises(StoreTrouble, match="no database of Salud"):
        release(str(path))


async def test_of_an_older_version(path: Path, tmp_path: Path) -> None:
    """It belongs to nobody, and is brought up to date when a bot starts on it."""
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
    await SqlOwner(database).claim(OTHER)
    await database.close()
