"""Databases of older versions: copied, migrated, and with matches that continue."""

import sqlite3
from pathlib import Path

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.servers import CardRevision, ServerStore
from bot.match.tournaments.store import TournamentStore
from bot.match.values.caps import Caps
from bot.match.values.times import Pace
from bot.storage.base import schema
from bot.storage.opening import open_database
from bot.storage.sqlite import copies
from tests.storage.samples import (
    A_TOURNAMENT,
    ASKED,
    GUILD,
    LOG,
    MADE,
    NEW,
    create_running,
    on_disk,
)

FIRST = """
INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, expires, status, seq,
    events) VALUES (1, 'toy', 3, 2, x'00', 900, 55, 1000, 2000, 'running', 1, 3);
INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, expires, status, events)
    VALUES (2, 'toy', 3, 2, x'00', 900, 55, 1000, 2000, 'open', 2);
INSERT INTO match_event VALUES (1, 0, 0, 'joined', NULL, 11, '77', 1000),
    (1, 1, 0, 'invited', NULL, 12, '', 1000), (1, 2, 0, 'started', NULL, NULL, '77+78', 1001),
    (2, 0, 0, 'joined', NULL, 11, '79', 1000), (2, 1, 0, 'invited', NULL, 12, '', 1000);
INSERT INTO log VALUES (1, 0, NULL, 'roll 3', 'aaaa', 1001);
INSERT INTO holder VALUES (11, 1, 900), (12, 1, 900), (11, 2, 900), (12, 2, 900);
"""


@pytest.fixture
def first(path: Path, tmp_path: Path) -> Path:
    """A database of the first version, with a running match and an open one."""
    folder = tmp_path / "first"
    folder.mkdir()
    script = schema.scripts()[1]
    (folder / script.name).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    schema.migrate(connection, folder)
    connection.executescript(FIRST)
    connection.close()
    return path


def content(path: Path) -> list[object]:
    """Return version, schema and matches."""
    version = on_disk(path, "PRAGMA user_version")
    objects = on_disk(path, "SELECT name, sql FROM sqlite_master ORDER BY name")
    return [
        version,
        objects,
        on_disk(path, "SELECT * FROM match"),
        on_disk(path, "SELECT * FROM log"),
    ]


async def test_cards_of_matches_finished_before_are_not_rewritten(first: Path) -> None:
    connection = sqlite3.connect(first)
    with connection:
        connection.execute("UPDATE match SET status = 'over', invitation = 7 WHERE id = 2")
        connection.execute("UPDATE match SET invitation = 8 WHERE id = 1")
    connection.close()
    database = await open_database(str(first))
    servers = ServerStore(database)
    try:
        assert await servers.cards_due() == ()
        assert await servers.card(2) == CardRevision(2, 2)
        ended = MatchEvent(3, 1, MatchEventKind.ENDED, 1002)
        await Store(database).commit(Change(1, 1, 3, (), (ended,), status=Status.OVER, ended=1002))
        assert await servers.cards_due() == (1,)
    finally:
        await database.close()


async def test_matches_of_the_first_version_continue(first: Path) -> None:
    database = await open_database(str(first))
    store = Store(database)
    try:
        head = await store.head(1)
        assert head is not None
        assert not head.frozen
        await store.commit(Change(1, 1, 3, LOG[1:]))
        stored = await store.load(1)
        assert stored is not None
        assert stored.log == LOG
        assert await store.unshown() == (1,)
        assert await store.of_user(GUILD, 11) == (2, 1)
        assert await store.lease(1, "one", 10, 20)
        assert on_disk(first, "SELECT id, host FROM match") == [(1, 11), (2, 11)]
        assert stored.record.pace is Pace.NONE
        deadlines = on_disk(first, "SELECT match, user, kind FROM deadline")
        assert deadlines == [(1, 0, "idle")], "running matches get an idle deadline"
        with pytest.raises(Exception, match="open of user"):
            await store.create(NEW, ASKED, Caps(open_of_user=1))
    finally:
        await database.close()


async def test_migration_copies_the_old_database_once(first: Path) -> None:
    before = content(first)
    await (await open_database(str(first))).close()
    copy = first.with_name("salud.db.schema-1")
    assert content(copy) == before
    assert content(first)[0] == [(schema.newest(),)]
    copy.unlink()
    await (await open_database(str(first))).close()
    assert not copy.exists()


async def test_new_database_is_not_copied(path: Path) -> None:
    await (await open_database(str(path))).close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_database_is_not_migrated_if_the_copy_fails(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(first)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copies, "_sync", full)
    with pytest.raises(StoreTrouble, match="No space left on device"):
        await open_database(str(first))
    assert content(first) == before
    assert [f.name for f in first.parent.iterdir() if f.is_file()] == [first.name]


async def test_copy_includes_the_write_ahead_log(first: Path) -> None:
    """Another process still writes."""
    writing = sqlite3.connect(first, isolation_level=None)
    writing.execute("UPDATE match SET place = 5 WHERE id = 1")
    await (await open_database(str(first))).close()
    writing.close()
    assert on_disk(first.with_name("salud.db.schema-1"), "SELECT place FROM match") == [
        (5,),
        (None,),
    ]


async def test_new_database_has_all_columns(path: Path) -> None:
    database = await open_database(str(path))
    try:
        await create_running(Store(database))
        assert on_disk(path, "SELECT host, frozen, lease_owner FROM match") == [(11, 0, None)]
    finally:
        await database.close()


async def test_numbers_of_former_miners_continue_after_a_migration(
    path: Path, tmp_path: Path
) -> None:
    """From a database without tournaments, also if the last number is unused."""
    folder = tmp_path / "nineteen"
    folder.mkdir()
    for number in range(1, 20):
        script = schema.scripts()[number]
        (folder / script.name).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    schema.migrate(connection, folder)
    connection.executescript(
        "INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, status)"
        " VALUES (1, 'toy', 3, 2, x'00', 900, 55, 1000, 'over');"
        "INSERT INTO former (number, match) VALUES (4, 1), (9, 1);"
        "DELETE FROM former WHERE number = 9;"
    )
    connection.close()
    database = await open_database(str(path))
    try:
        await database.execute("INSERT INTO former (match) VALUES (1)")
        assert on_disk(path, "SELECT * FROM former") == [(4, 1, None), (10, 1, None)]
        assert (await TournamentStore(database).create(A_TOURNAMENT, MADE)).id == 2
        stored = await Store(database).load(1)
        assert stored is not None
        assert stored.record.table is None
    finally:
        await database.close()
