"""Databases of older versions: copied, migrated, and with matches that continue."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.timekeeping.absences import AbsenceNewsStore
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.tournaments.store import TournamentStore
from bot.match.values.caps import Caps
from bot.match.values.times import Pace
from bot.storage.base import schema
from bot.storage.base.connection import Connection
from bot.storage.opening import open_database
from bot.storage.postgresql import schema as postgresql_schema
from bot.storage.postgresql.connections import connect
from bot.storage.sqlite import copies
from chaos.postgresql_server import PostgresServer
from tests.cards import card, cards_due
from tests.match.world import by_hand
from tests.storage.samples import (
    A_TOURNAMENT,
    ASKED,
    GUILD,
    LOG,
    MADE,
    NEW,
    SEED,
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


BEFORE_RENAMES = 22
"""The schema version in which tables still had other names than in the code."""
IN_RENAMED_TABLES = """
INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, status, seq, life)
    VALUES (1, 'toy', 3, 2, '', 900, 55, 1000, 'running', 1, 1500);
INSERT INTO deadline (match, "user", kind, at, soonest) VALUES (1, 11, 'late', 9000, 4000);
INSERT INTO reminder (match, "user", since, at) VALUES (1, 11, 1000, 5000);
INSERT INTO overview (guild, channel) VALUES (900, 55);
INSERT INTO call (match, "user", asked, posted, began, look) VALUES (1, 11, 1, 1000, 1001, 2000);
INSERT INTO absence ("user", since, until) VALUES (12, 1000, 2000);
INSERT INTO life (n, first) VALUES (1500, 77);
"""
OLD_NAMES = re.compile(r"\b(call|life|rest_news)(_[a-z_]+)?\b")


def migrated_until(version: int, folder: Path, migrations: Path = schema.MIGRATIONS) -> Path:
    """Return a new folder with the migrations up to a version."""
    folder.mkdir()
    for number, script in schema.scripts(migrations).items():
        if number <= version:
            shutil.copy(script, folder)
    return folder


def older(path: Path, version: int, content: str) -> None:
    """Create a database of an older version."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    schema.migrate(connection, migrated_until(version, path.parent / "older"))
    connection.executescript(content)
    connection.close()


@pytest.fixture
def first(path: Path) -> Path:
    """A database of the first version, with a running match and an open one."""
    older(path, 1, FIRST)
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def before_renames(request: pytest.FixtureRequest, path: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a database whose tables still have their old names."""
    if request.param == "sqlite":
        older(path, BEFORE_RENAMES, IN_RENAMED_TABLES.replace("''", "x''"))
        yield str(path)
        return
    server: PostgresServer = request.getfixturevalue("postgresql_server")
    folder = migrated_until(BEFORE_RENAMES, tmp_path / "older", postgresql_schema.MIGRATIONS)
    address = server.create("before_renames")
    with connect(address) as session:
        postgresql_schema.migrate(session, folder)
        session.execute(IN_RENAMED_TABLES)
    yield address
    server.execute("DROP DATABASE before_renames WITH (FORCE)")


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


async def test_error_of_the_check_undoes_the_migration(before_renames: str) -> None:
    def refuse(connection: Connection) -> None:
        assert connection.execute("SELECT COUNT(*) FROM turn_alert").fetchone() == (1,)
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await open_database(before_renames, check=refuse)
        with by_hand(before_renames) as connection:
            assert connection.execute("SELECT COUNT(*) FROM call").fetchone() == (1,)
    checked = list[object]()
    await (await open_database(before_renames, check=checked.append)).close()
    assert checked


async def test_cards_of_matches_finished_before_are_not_rewritten(first: Path) -> None:
    connection = sqlite3.connect(first)
    with connection:
        connection.execute("UPDATE match SET status = 'over', invitation = 7 WHERE id = 2")
        connection.execute("UPDATE match SET invitation = 8 WHERE id = 1")
    connection.close()
    database = await open_database(str(first))
    store = Store(database)
    try:
        assert await cards_due(store) == ()
        row = await card(store, 2)
        assert (row.wanted, row.shown) == (2, 2)
        ended = MatchEvent(3, 1, MatchEventKind.ENDED, 1002)
        await store.commit(Change(1, 1, 3, (), (ended,), status=Status.OVER, ended=1002))
        assert await cards_due(store) == (1,)
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
        assert await store.boards_due() == (1,)
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
        assert on_disk(path, "SELECT host, frozen FROM match") == [(11, 0)]
    finally:
        await database.close()


async def test_numbers_of_former_miners_continue_after_a_migration(
    path: Path,
) -> None:
    """The old database has no tournaments. The last number counts even if it is unused."""
    older(
        path,
        19,
        "INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, status)"
        " VALUES (1, 'toy', 3, 2, x'00', 900, 55, 1000, 'over');"
        "INSERT INTO former (number, match) VALUES (4, 1), (9, 1);"
        "DELETE FROM former WHERE number = 9;",
    )
    database = await open_database(str(path))
    try:
        await database.execute("INSERT INTO former (match) VALUES (1)")
        assert on_disk(path, "SELECT * FROM former") == [(4, 1, None), (10, 1, None)]
        assert (await TournamentStore(database).create(A_TOURNAMENT, SEED, MADE)).id == 2
        stored = await Store(database).load(1)
        assert stored is not None
        assert stored.record.table is None
    finally:
        await database.close()


async def test_renamed_tables_keep_their_rows(before_renames: str) -> None:
    database = await open_database(before_renames)
    try:
        alerts = await TurnAlertStore(database).of_match(1)
        assert alerts == {11: TurnAlert(11, 1, 1000, began=1001, seen=0, check_at=2000)}
        assert [news.user for news in await AbsenceNewsStore(database).due(9)] == [12]
        store = Store(database)
        assert await store.newest_generation() == 1500
        assert await store.first_id(1500) == 77
        stored = await store.load(1)
        assert stored is not None
        assert stored.record.generation == 1500
    finally:
        await database.close()


async def test_triggers_follow_the_renamed_tables(before_renames: str) -> None:
    database = await open_database(before_renames)

    async def counts() -> tuple[int, ...]:
        """Return the stamp of the deadline, the reminder, the overview's changes, and the stamp of
        the absence news.
        """
        ((row,),) = (
            await database.rows(
                "SELECT deadline.stamp, reminder.due, overview.wanted, absence_news.stamp"
                " FROM deadline, absence_news, message AS reminder, message AS overview"
                " WHERE reminder.kind = 'reminder' AND overview.kind = 'overview'"
            ),
        )
        return tuple(row)

    async def effects(sql: str) -> tuple[int, ...]:
        await database.execute("UPDATE message SET due = 5000 WHERE kind = 'reminder'")
        before = await counts()
        await database.execute(sql)
        return tuple(new - old for new, old in zip(await counts(), before, strict=True))

    try:
        assert await effects("UPDATE turn_alert SET unseen = 3") == (1, -5000, 1, 0)
        assert await effects("UPDATE turn_alert SET seen = 4") == (1, 0, 0, 0)
        await database.execute("DELETE FROM turn_alert")
        again = "INSERT INTO turn_alert (match, user, asked, posted) VALUES (1, 11, 1, 1000)"
        assert await effects(again) == (1, -5000, 0, 0)
    finally:
        await database.close()


async def test_no_part_of_the_schema_has_an_old_name(before_renames: str) -> None:
    await (await open_database(before_renames)).close()
    if "postgresql" in before_renames:
        with connect(before_renames) as session:
            objects = session.execute(
                "SELECT relname::text, '' FROM pg_class UNION ALL SELECT attname::text, ''"
                " FROM pg_attribute WHERE attrelid >= 16384 UNION ALL SELECT conname::text, ''"
                " FROM pg_constraint UNION ALL SELECT tgname::text, '' FROM pg_trigger"
                " UNION ALL SELECT proname::text, prosrc FROM pg_proc WHERE oid >= 16384"
            ).fetchall()
    else:
        objects = on_disk(Path(before_renames), "SELECT name, sql FROM sqlite_master")
        objects += on_disk(Path(before_renames), "SELECT name, '' FROM pragma_table_info('match')")
    assert len(objects) > 100
    assert [item for item in objects if OLD_NAMES.search(f"{item[0]} {item[1]}")] == []
