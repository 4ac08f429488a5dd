"""Copying a database to another: everything comes along, whatever interrupts it."""

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
    "life": "INSERT INTO life (n) VALUES (1)",
    "bar": "INSERT INTO bar (guild, user, moderator, at) VALUES (1, 2, 3, 4)",
}
TARGETS = ("sqlite", "postgresql")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table takes several; nobody waits for a lock."""
    monkeypatch.setattr(ends, "BATCH", 5)
    monkeypatch.setattr(lock, "PATIENCE", 0.03)


@pytest.fixture
def source(tmp_path: Path) -> str:
    """A file with rows in every table."""
    return planted(tmp_path / "from.db")


@pytest.fixture(params=TARGETS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "folder" / "to.db")
    there: str = request.getfixturevalue("postgresql")
    return there


@contextlib.contextmanager
def copier(source: str, target: str) -> Iterator[Copier]:
    """From one to the other."""
    with (
        contextlib.closing(open_source(source)) as given,
        contextlib.closing(open_target(target)) as made,
    ):
        yield Copier(given, made, Reporter(lambda _: None))


def copy(source: str, target: str) -> None:
    """All of it at once."""
    with copier(source, target) as made:
        made.begin()
        made.copy()
        made.compare()
        made.finish()


def everything(address: str, folder: Path) -> Dump:
    """All rows of a database of either kind, copied back to a file if need be."""
    if not is_server(address):
        return dump(address)
    copy(address, str(folder / "back.db"))
    return dump(folder / "back.db")


def execute(address: str, *statements: str) -> None:
    """Meddle with a database of either kind."""
    if is_server(address):
        with connect(address) as session:
            for statement in statements:
                session.execute(statement.encode())
    else:
        with contextlib.closing(sqlite3.connect(address)) as opened, opened:
            for statement in statements:
                opened.execute(statement)


def test_every_table_is_thought_of() -> None:
    """A new one is copied, or it is said why not."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        schema.migrate(made)
        found = made.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        references = {
            (table, row[2])
            for (table,) in found
            for row in made.execute(f"PRAGMA foreign_key_list({table})")
        }
    assert sorted((*COPIED, *LEFT)) == sorted(name for (name,) in found), (
        "add the table to COPIED or LEFT in bot/storage/transfer/ends.py"
    )
    assert all(COPIED.index(other) < COPIED.index(table) for table, other in references)


def test_there_and_back(source: str, target: str, tmp_path: Path) -> None:
    """Every value of every table, the counters, the triggers; nothing follows from the copying."""
    back = str(tmp_path / "back.db")
    before = dump(source)
    copy(source, target)
    copy(target, back)
    assert dump(back) == before == dump(source)
    assert {len(before[table.name]) for table in tables()} == {1, ROWS}


async def test_numbers_go_on(source: str, target: str) -> None:
    """Above the highest that were ever given, also of rows that are gone."""
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


async def test_triggers_work_afterwards(source: str, target: str) -> None:
    """What follows from a change follows again."""
    copy(source, target)
    execute(target, "INSERT INTO guild_setting (guild, name, value) VALUES (4711, 'a', 'b')")
    database = await open_database(target)
    try:
        assert await database.column("SELECT gone FROM server WHERE guild = 4711") == (None,)
    finally:
        await database.close()


class Stop(BaseException):
    """As Ctrl-C does it."""


def stopping(after: int) -> Callable[[ends.End], None]:
    """Interrupts at this call."""
    left = [after]

    def call(_: ends.End) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Stop

    return call


@pytest.mark.parametrize("after", every([50, 0]))
def test_interrupted(
    source: str, target: str, after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else uses what is half there; the same copy goes on, and everything is there."""
    insert, call = ends.End.batch, stopping(after)

    def interrupted(self: ends.End, *arguments: object) -> object:
        call(self)
        return insert(self, *arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(ends.End, "batch", interrupted)
        with copier(source, target) as made:
            assert not made.begin()
            with pytest.raises(Stop):
                made.copy()
    with copier(source, target) as made:
        assert made.begin()
        made.copy()
        assert made.rows == sum(len(dump(source)[table.name]) for table in tables())
        made.compare()
        made.finish()
    assert everything(target, tmp_path) == dump(source)


async def test_unfinished_ones_are_refused(source: str, target: str, tmp_path: Path) -> None:
    """By bots, by commands, and as what is to be copied."""
    with copier(source, target) as made:
        made.begin()
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
def test_changed_meanwhile(source: str, tmp_path: Path, change: str) -> None:
    """A bot that ran in between is noticed before anything is mixed."""
    target = str(tmp_path / "to.db")
    with copier(source, target) as made:
        made.begin()
    execute(source, change)
    with pytest.raises(StoreTrouble, match=f"{source} has changed since the copy"):
        copy(source, target)


def test_changes_that_leave_no_mark(source: str, target: str) -> None:
    """The comparison finds them, and what was copied stays out of use."""
    with copier(source, target) as made:
        made.begin()
        made.copy()
    execute(source, "UPDATE user_setting SET value = 'another' WHERE user < 0")
    with pytest.raises(Differs, match=r"The table user_setting is not the same in .* other values"):
        copy(source, target)
    execute(target, "DELETE FROM user_setting")
    with pytest.raises(Differs, match=f"{ROWS} and 0 rows"):
        copy(source, target)
    with copier(source, target) as made:
        assert made.begin()


def test_another_source(source: str, target: str, tmp_path: Path) -> None:
    """Nothing is mixed."""
    with copier(source, target) as made:
        made.begin()
    other = planted(tmp_path / "other.db")
    execute(other, "UPDATE bar_key SET secret = x'00'")
    with pytest.raises(StoreTrouble, match="is the unfinished copy of another database"):
        copy(other, target)


@pytest.mark.parametrize("table", ["match", "user_setting", "life", "bar"])
def test_occupied(source: str, tmp_path: Path, table: str) -> None:
    """Whatever somebody has left there, it stays."""
    target = fresh(tmp_path / "to.db")
    execute(target, OCCUPIED[table])
    before = dump(target)
    with pytest.raises(StoreTrouble, match=f"in use already: it has rows in the table {table}"):
        copy(source, target)
    assert dump(target) == before


async def test_where_a_bot_has_only_started(source: str, target: str, tmp_path: Path) -> None:
    """What its start has left makes way."""
    await (await open_database(target)).close()
    execute(
        target,
        "INSERT INTO owner (id, application) VALUES (1, 5)",
        "INSERT INTO server (guild) VALUES (4711)",
    )
    copy(source, target)
    assert everything(target, tmp_path) == dump(source)


@pytest.mark.parametrize("side", ["source", "target"])
async def test_in_use(source: str, target: str, tmp_path: Path, side: str) -> None:
    """A bot on either side is left alone."""
    if side == "source":
        copy(source, target)
        source, target = target, str(tmp_path / "other.db")
    database = await open_database(source if side == "source" else target)
    try:
        with pytest.raises(StoreTrouble, match=r"in use: stop the bot|A bot uses the database"):
            copy(source, target)
    finally:
        await database.close()


async def test_a_bot_that_starts_meanwhile(source: str, target: str) -> None:
    """It is refused, on both sides."""
    with copier(source, target) as made:
        for address in (source, target):
            with pytest.raises(StoreTrouble, match="copied: start again when that is done"):
                await open_database(address)
        with pytest.raises(StoreTrouble, match=r"in use: stop|being copied"):
            copy(source, target)
        made.begin()


def test_older_versions(source: str, target: str) -> None:
    """Neither side; it is said what to do."""
    if is_server(target):
        execute(target, "UPDATE schema_version SET version = 17")
    else:
        copy(source, target)
        execute(target, "PRAGMA user_version = 17")
    known = schema.newest()
    with pytest.raises(StoreTrouble, match=f"version 17 instead of {known}: start this version"):
        copy(source, target)
    with pytest.raises(StoreTrouble, match=f"version 17 instead of {known}: start this version"):
        copy(target, source)


def test_damaged_text(source: str, target: str) -> None:
    """It does not keep all the rest from being copied; it is told where."""
    execute(
        source,
        "UPDATE log SET token = CAST(x'61ff62' AS TEXT) WHERE match = 2",
        "UPDATE log SET token = CAST(x'610062' AS TEXT) WHERE match = 3",
    )
    lines: list[str] = []
    with (
        contextlib.closing(open_source(source)) as given,
        contextlib.closing(open_target(target)) as made,
    ):
        copying = Copier(given, made, Reporter(lines.append))
        copying.begin()
        copying.copy()
        copying.compare()
        found = made.connection.execute("SELECT token FROM log WHERE match IN (2, 3)").fetchall()
    assert [tuple(row) for row in found] == [("a\ufffdb",)] * 2
    assert [line.split(":")[0].strip() for line in lines if "damaged" in line] == [
        line.split(":")[0].strip() for line in lines if line.startswith("  log (")
    ]
    assert sum("damaged text" in line for line in lines) == 2


def test_what_is_said_meanwhile() -> None:
    """A line when something is done, and one each few seconds while it goes on."""
    lines: list[str] = []
    now = [0.0]
    reporter = Reporter(lines.append, lambda: now[0])
    reporter.begin("Copying.")
    for done in range(1, 12):
        now[0] += EVERY / 4
        reporter.goes_on("log", done * 1000, 11_000, "rows")
    reporter.is_done("log", 11_000, 11_000, "rows")
    assert [" ".join(line.split()) for line in lines] == [
        "Copying.",
        "log 4,000 of 11,000 rows",
        "log 8,000 of 11,000 rows",
        "log 11,000 of 11,000 rows",
    ]
