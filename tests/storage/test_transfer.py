"""Copying a database to another, completely and despite interruptions."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.database_address import is_server
from bot.match.log.store_errors import StoreTrouble
from bot.storage.base import lock, schema
from bot.storage.opening import open_database
from bot.storage.postgresql.connections import connect
from bot.storage.sqlite import copies
from bot.storage.transfer import ends
from bot.storage.transfer.copier import EVERY, Copier, Differs, Reporter, open_source, open_target
from bot.storage.transfer.ends import COPIED, LEFT, tables
from tests.fresh import fresh
from tests.storage.planted import ROWS, Dump, dump, planted
from tests.tiers import every

OCCUPIED = {
    "match": "INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, status)"
    " VALUES (1, 'x', 1, 2, x'00', 3, 4, 5, 'over')",
    "user_setting": "INSERT INTO user_setting (user, name, value) VALUES (1, 'a', 'b')",
    "generation": "INSERT INTO generation (n) VALUES (1)",
    "bar": "INSERT INTO bar (guild, user, moderator, at) VALUES (1, 2, 3, 4)",
}
TARGETS = ("sqlite", "postgresql")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Split each table into batches, and wait for closed sessions on a slow machine."""
    monkeypatch.setattr(ends, "BATCH", 5)
    monkeypatch.setattr(lock, "PATIENCE", 10.0)


@pytest.fixture
def source(tmp_path: Path) -> str:
    """A file with rows in every table."""
    return planted(tmp_path / "from.db")


@pytest.fixture(params=TARGETS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "folder" / "to.db")
    address: str = request.getfixturevalue("postgresql")
    return address


@contextlib.contextmanager
def copier(source: str, target: str) -> Iterator[Copier]:
    with (
        contextlib.closing(open_source(source)) as source_end,
        contextlib.closing(open_target(target)) as target_end,
    ):
        yield Copier(source_end, target_end, Reporter(lambda _: None))


def copy(source: str, target: str) -> None:
    with copier(source, target) as copying:
        copying.begin()
        copying.copy()
        copying.compare()
        copying.finish()


def everything(address: str, folder: Path) -> Dump:
    """Return all rows of a database of either kind."""
    if not is_server(address):
        return dump(address)
    copy(address, str(folder / "back.db"))
    return dump(folder / "back.db")


def execute(address: str, *statements: str) -> None:
    if is_server(address):
        with connect(address) as session:
            for statement in statements:
                session.execute(statement.encode())
    else:
        with contextlib.closing(sqlite3.connect(address)) as opened, opened:
            for statement in statements:
                opened.execute(statement)


def test_each_table_is_copied_or_listed_as_left() -> None:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copying:
        schema.migrate(copying)
        names = copying.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        references = {
            (table, row[2])
            for (table,) in names
            for row in copying.execute(f"PRAGMA foreign_key_list({table})")
        }
    assert sorted((*COPIED, *LEFT)) == sorted(name for (name,) in names), (
        "add the table to COPIED or LEFT in bot/storage/transfer/ends.py"
    )
    assert all(COPIED.index(other) < COPIED.index(table) for table, other in references)


def test_copy_and_back_keeps_every_value_counter_and_trigger(
    source: str, target: str, tmp_path: Path
) -> None:
    back = str(tmp_path / "back.db")
    before = dump(source)
    copy(source, target)
    copy(target, back)
    assert dump(back) == before == dump(source)
    assert {len(before[table.name]) for table in tables()} == {1, ROWS}


async def test_numbers_continue_above_the_highest_ever_given(source: str, target: str) -> None:
    """This holds even if rows with higher numbers have been deleted."""
    copy(source, target)
    database = await open_database(target)
    try:
        for table, column in (("former", "number"), ("ping", "id")):
            values = (
                "(match) VALUES (1)"
                if table == "former"
                else ("(cause, sender, receiver, at) VALUES ('', 1, 2, 3)")
            )
            (number,) = await database.column(f"INSERT INTO {table} {values} RETURNING {column}")
            assert number == (1001 if table == "former" else ROWS + 1)
    finally:
        await database.close()


async def test_triggers_work_after_a_copy(source: str, target: str) -> None:
    copy(source, target)
    execute(target, "UPDATE message SET kind = 'overview', wanted = 0, guild = 4711")
    execute(target, "UPDATE match SET private = 0, guild = 4711")
    execute(target, "UPDATE match SET events = events + 1")
    database = await open_database(target)
    try:
        assert any(await database.column("SELECT wanted FROM message"))
    finally:
        await database.close()


class Stop(BaseException):
    """An interruption such as Ctrl-C."""


def stopping(after: int) -> Callable[[ends.End], None]:
    """Return a function that interrupts at this call."""
    left = [after]

    def call(_: ends.End) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Stop

    return call


@pytest.mark.parametrize("after", every([50, 0]))
def test_interrupted_copy_can_be_continued(
    source: str, target: str, after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert, call = ends.End.batch, stopping(after)

    def interrupted(self: ends.End, *arguments: object) -> object:
        call(self)
        return insert(self, *arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(ends.End, "batch", interrupted)
        with copier(source, target) as copying:
            assert not copying.begin()
            with pytest.raises(Stop):
                copying.copy()
    with copier(source, target) as copying:
        assert copying.begin()
        copying.copy()
        assert copying.rows == sum(len(dump(source)[table.name]) for table in tables())
        copying.compare()
        copying.finish()
    assert everything(target, tmp_path) == dump(source)


async def test_unfinished_copy_is_refused_by_bots_commands_and_copies(
    source: str, target: str, tmp_path: Path
) -> None:
    with copier(source, target) as copying:
        copying.begin()
    with pytest.raises(StoreTrouble, match="is an unfinished copy: run the same"):
        await open_database(target)
    with pytest.raises(StoreTrouble, match="is an unfinished copy itself"):
        copy(target, str(tmp_path / "other.db"))
    assert not (tmp_path / "other.db").exists()
    if is_server(target):
        from bot.storage.postgresql.upkeep import release

        with pytest.raises(StoreTrouble, match="is an unfinished copy: run"):
            release(target)
    else:
        with pytest.raises(StoreTrouble, match="is an unfinished copy: run"):
            copies.backup(target, tmp_path / "backup.db")
        with pytest.raises(StoreTrouble, match="is an unfinished copy: run"):
            copies.restore(Path(target), str(tmp_path / "restored.db"), "1", 1)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE match SET seq = seq + 1 WHERE id = 1",
        "UPDATE alive SET at = at + 1",
        "UPDATE numbering SET given = given + 1",
        "DELETE FROM owner",
    ],
)
def test_source_changed_during_an_interruption_is_refused(
    source: str, tmp_path: Path, change: str
) -> None:
    target = str(tmp_path / "to.db")
    with copier(source, target) as copying:
        copying.begin()
    execute(source, change)
    with pytest.raises(StoreTrouble, match=f"{source} has changed since the copy"):
        copy(source, target)


def test_comparison_finds_changes_and_keeps_the_copy_unfinished(source: str, target: str) -> None:
    with copier(source, target) as copying:
        copying.begin()
        copying.copy()
    execute(source, "UPDATE user_setting SET value = 'another' WHERE user < 0")
    with pytest.raises(Differs, match=r"The table user_setting is not the same in .* other values"):
        copy(source, target)
    execute(target, "DELETE FROM user_setting")
    with pytest.raises(Differs, match=f"{ROWS} and 0 rows"):
        copy(source, target)
    with copier(source, target) as copying:
        assert copying.begin()


def test_unfinished_copy_of_another_source_is_refused(
    source: str, target: str, tmp_path: Path
) -> None:
    with copier(source, target) as copying:
        copying.begin()
    other = planted(tmp_path / "other.db")
    execute(other, "UPDATE bar_key SET secret = x'00'")
    with pytest.raises(StoreTrouble, match="is the unfinished copy of another database"):
        copy(other, target)


@pytest.mark.parametrize("table", ["match", "user_setting", "generation", "bar"])
def test_target_with_rows_is_refused_unchanged(source: str, tmp_path: Path, table: str) -> None:
    target = fresh(tmp_path / "to.db")
    execute(target, OCCUPIED[table])
    before = dump(target)
    with pytest.raises(StoreTrouble, match=f"in use already: it has rows in the table {table}"):
        copy(source, target)
    assert dump(target) == before


async def test_target_on_which_a_bot_only_started_is_replaced(
    source: str, target: str, tmp_path: Path
) -> None:
    await (await open_database(target)).close()
    execute(
        target,
        "INSERT INTO owner (id, application) VALUES (1, 5)",
        "INSERT INTO server (guild) VALUES (4711)",
    )
    copy(source, target)
    assert everything(target, tmp_path) == dump(source)


@pytest.mark.parametrize("side", ["source", "target"])
async def test_source_or_target_in_use_is_refused(
    source: str, target: str, tmp_path: Path, side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if side == "source":
        copy(source, target)
        source, target = target, str(tmp_path / "other.db")
    database = await open_database(source if side == "source" else target)
    try:
        monkeypatch.setattr(lock, "PATIENCE", 0.03)
        with pytest.raises(StoreTrouble, match=r"in use: stop the bot|A bot uses the database"):
            copy(source, target)
    finally:
        await database.close()


async def test_bot_cannot_start_on_either_side_during_a_copy(
    source: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.03)
    with copier(source, target) as copying:
        for address in (source, target):
            with pytest.raises(StoreTrouble, match="copied: start again when that is done"):
                await open_database(address)
        with pytest.raises(StoreTrouble, match=r"in use: stop|being copied"):
            copy(source, target)
        copying.begin()


def test_older_schema_on_either_side_is_refused_with_instructions(source: str, target: str) -> None:
    if is_server(target):
        execute(target, "UPDATE schema_version SET version = 17")
    else:
        copy(source, target)
        execute(target, "PRAGMA user_version = 17")
    newest = schema.newest()
    with pytest.raises(StoreTrouble, match=f"version 17 instead of {newest}: start this version"):
        copy(source, target)
    with pytest.raises(StoreTrouble, match=f"version 17 instead of {newest}: start this version"):
        copy(target, source)


def test_damaged_text_is_replaced_and_reported(source: str, target: str) -> None:
    execute(
        source,
        "UPDATE log SET token = CAST(x'61ff62' AS TEXT) WHERE match = 2",
        "UPDATE log SET token = CAST(x'610062' AS TEXT) WHERE match = 3",
    )
    lines: list[str] = []
    with (
        contextlib.closing(open_source(source)) as source_end,
        contextlib.closing(open_target(target)) as target_end,
    ):
        copying = Copier(source_end, target_end, Reporter(lines.append))
        copying.begin()
        copying.copy()
        copying.compare()
        tokens = target_end.connection.execute(
            "SELECT token FROM log WHERE match IN (2, 3)"
        ).fetchall()
    assert [tuple(row) for row in tokens] == [("a\ufffdb",)] * 2
    assert [line.split(":")[0].strip() for line in lines if "damaged" in line] == [
        line.split(":")[0].strip() for line in lines if line.startswith("  log (")
    ]
    assert sum("damaged text" in line for line in lines) == 2


def test_progress_is_reported_every_few_seconds() -> None:
    lines: list[str] = []
    now = [0.0]
    reporter = Reporter(lines.append, lambda: now[0])
    reporter.begin("Copying.")
    for thousands in range(1, 12):
        now[0] += EVERY / 4
        reporter.goes_on("log", thousands * 1000, 11_000, "rows")
    reporter.is_done("log", 11_000, 11_000, "rows")
    assert [" ".join(line.split()) for line in lines] == [
        "Copying.",
        "log 4,000 of 11,000 rows",
        "log 8,000 of 11,000 rows",
        "log 11,000 of 11,000 rows",
    ]
