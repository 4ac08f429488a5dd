"""Copies one database to another: what is missing, then a comparison, then all replays."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.database_address import is_server
from bot.storage.base.connection import Connection
from bot.storage.base.errors import StoreTrouble
from bot.storage.base.schema import UNFINISHED
from bot.storage.transfer.ends import COUNTERS, End, Row, State, Sum, Table, storable, tables
from bot.storage.transfer.sqlite_end import SqliteEnd


def open_source(address: str) -> End:
    """Open the database to be read from.

    Raises StoreTrouble if it is in use, missing, of another version or an unfinished copy itself.
    """
    end = _opened(address, must_exist=True)
    try:
        with end.told():
            match end.state():
                case State.NOTHING:
                    raise StoreTrouble(f"{end.name} is no database of Salud.")
                case State.UNFINISHED:
                    raise StoreTrouble(
                        f"The database {end.name} is an unfinished copy itself: finish that first."
                    )
                case State.WHOLE:
                    return end
    except BaseException:
        end.close()
        raise


def open_target(address: str) -> End:
    """Open the one to be written to; a file is made with its folder. Raises StoreTrouble."""
    return _opened(address, must_exist=False)


def _opened(address: str, *, must_exist: bool) -> End:
    if is_server(address):
        from bot.storage.transfer.postgresql_end import PostgresEnd

        return PostgresEnd(address)
    return SqliteEnd(address, must_exist=must_exist)


EVERY = 5.0
"""Seconds between two lines about one table."""


class Reporter:
    """Says a line for each thing that is done, and now and then one about what takes long."""

    def __init__(
        self, tell: Callable[[str], None], steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.tell = tell
        self._steady = steady
        self._last = steady()

    def begin(self, line: str) -> None:
        """Something begins."""
        self.tell(line)
        self._last = self._steady()

    def goes_on(self, what: str, done: int, total: int, of: str) -> None:
        """So many are done; said if nothing was said for a while."""
        if self._steady() - self._last >= EVERY:
            self._say(what, done, total, of)

    def is_done(self, what: str, done: int, total: int, of: str) -> None:
        """All are done."""
        self._say(what, done, total, of)

    def _say(self, what: str, done: int, total: int, of: str) -> None:
        self._last = self._steady()
        self.tell(f"  {what:<14} {done:>13,} of {total:,} {of}")


FROM, REPLAYED = "from", "replayed"


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How far a table is copied."""

    after: Row | None = None
    """The key of its last row that was copied; None before the first."""
    rows: int = 0


class Progress:
    """How far a copy has come, kept in the database that it fills.

    While this table is there, nothing but a copy uses that database (bot/storage/base/schema.py and
    bot/storage/postgresql/schema.py refuse it). Each `note` belongs into the transaction of what it
    notes.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def begin(self, identity: str, fingerprint: str) -> None:
        """Make the table; says from which database, in which condition."""
        self._connection.execute(
            f"CREATE TABLE {UNFINISHED} (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
        )
        self.note(FROM, {"identity": identity, "fingerprint": fingerprint})

    def end(self) -> None:
        """Remove it: the copy is whole."""
        self._connection.execute(f"DROP TABLE {UNFINISHED}")

    def read(self, name: str) -> Mapping[str, Any]:
        """What was noted last; empty if nothing was."""
        row = self._connection.execute(
            f"SELECT value FROM {UNFINISHED} WHERE name = ?",  # noqa: S608 - our own name
            (name,),
        ).fetchone()
        return {} if row is None else dict(json.loads(row[0]))

    def note(self, name: str, value: Mapping[str, Any]) -> None:
        """Note it in place of what was noted before."""
        self._connection.execute(
            f"INSERT INTO {UNFINISHED} (name, value) VALUES (?, ?)"  # noqa: S608 - our own name
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, json.dumps(value)),
        )

    def of_table(self, table: str) -> TableProgress:
        """How far a table is copied."""
        found = self.read(f"table {table}")
        if not found:
            return TableProgress()
        return TableProgress(tuple(map(_value, found["after"])), found["rows"])

    def note_table(self, table: str, done: TableProgress) -> None:
        """Note how far it is."""
        key = [_kept(value) for value in done.after or ()]
        self.note(f"table {table}", {"after": key, "rows": done.rows})


def _kept(value: object) -> object:
    return {"hex": value.hex()} if isinstance(value, bytes) else value


def _value(kept: Any) -> object:
    return bytes.fromhex(kept["hex"]) if isinstance(kept, dict) else kept


TOGETHER = 50
"""How many matches are replayed between two notes of how far that has come."""
NAMED = 20
"""How many matches that don't replay are named, and how many damaged texts of some rows."""

Replay = Callable[[Connection, int], bool | None]
"""Replays a match by its number: True if that works, False if its game is not installed, None if
the match is broken."""


@dataclass(frozen=True, slots=True)
class Replays:
    """How all matches replay."""

    after: int = 0
    """The last one that was tried."""
    replayed: int = 0
    missing: int = 0
    """How many are of games that are not installed."""
    broken: int = 0
    """How many don't replay."""
    named: tuple[int, ...] = ()
    """Some of these."""


def replay_all(end: End, progress: Progress, replay: Replay, reporter: Reporter) -> Replays:
    """Replay every match that was not replayed before; raises StoreTrouble."""
    with end.told():
        made = _read(progress.read(REPLAYED))
        total = end.connection.execute("SELECT COUNT(*) FROM match").fetchone()[0]
    while True:
        with end.told():
            matches = end.connection.execute(
                "SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", (made.after, TOGETHER)
            ).fetchall()
        if not matches:
            return made
        for (match,) in matches:
            made = _replayed(end, match, replay, made)
        with end.told(), end.transaction():
            progress.note(REPLAYED, asdict(made))
        done = made.replayed + made.missing + made.broken
        reporter.goes_on("replayed", done, total, "matches")


def _replayed(end: End, match: int, replay: Replay, made: Replays) -> Replays:
    made = replace(made, after=match)
    with end.told():
        replays = replay(end.connection, match)
    match replays:
        case True:
            return replace(made, replayed=made.replayed + 1)
        case False:
            return replace(made, missing=made.missing + 1)
        case None:
            return replace(made, broken=made.broken + 1, named=(*made.named, match)[:NAMED])


def _read(kept: Any) -> Replays:
    return Replays(**{**kept, "named": tuple(kept["named"])}) if kept else Replays()


class Differs(StoreTrouble):
    """Both sides are not the same."""


class Copier:
    """Copies from one side to the other; each step may be interrupted and goes on later.

    Each raises StoreTrouble with a sentence for the operator.
    """

    def __init__(self, source: End, target: End, reporter: Reporter) -> None:
        self._source = source
        self._target = target
        self._reporter = reporter
        self._progress = Progress(target.connection)
        self.rows = 0
        """How many rows were copied, also before an interruption."""

    def begin(self) -> bool:
        """Make the other side ready to be filled; whether a copy goes on that was interrupted."""
        source, target = self._source, self._target
        with source.told():
            identity, fingerprint = source.identity(), source.fingerprint()
        with target.told():
            state = target.state()
            if state is State.UNFINISHED:
                self._refuse_another(identity, fingerprint)
                return True
            if state is State.NOTHING:
                target.make_schema()
            occupied = target.occupied()
            if occupied is not None:
                raise StoreTrouble(
                    f"The database {target.name} is in use already: it has rows in the table"
                    f" {occupied}. Copy to one that is empty or not there yet."
                )
            with target.transaction():
                target.set_triggers(on=False)
                target.clear()
                self._progress.begin(identity, fingerprint)
        return False

    def _refuse_another(self, identity: str, fingerprint: str) -> None:
        source, target = self._source.name, self._target.name
        known = self._progress.read(FROM)
        if known["identity"] != identity:
            raise StoreTrouble(
                f"The database {target} is the unfinished copy of another database than {source}:"
                " finish that, or copy to an empty one."
            )
        if known["fingerprint"] != fingerprint:
            raise StoreTrouble(
                f"The database {source} has changed since the copy to {target} was begun: empty"
                f" {target} and copy again."
            )

    def copy(self) -> None:
        """Copy all rows that are missing."""
        for table in tables():
            with self._source.told():
                total = self._source.count(table)
            with self._target.told():
                done = self._progress.of_table(table.name)
            rows = self._copy(table, done, total)
            if total or rows:
                self._reporter.is_done(table.name, rows, total, "rows")
            self.rows += rows

    def _copy(self, table: Table, done: TableProgress, total: int) -> int:
        target = self._target
        for rows, after in self._source.batches(table, done.after):
            taken, changed = storable(rows)
            done = TableProgress(after, done.rows + len(rows))
            with target.told(), target.transaction():
                target.insert(table, taken)
                self._progress.note_table(table.name, done)
            for row in changed[:NAMED]:
                key = ", ".join(repr(row[place]) for place in table.key_places)
                self._reporter.tell(f"  {table.name} ({key}): damaged text stands there with �")
            self._reporter.goes_on(table.name, done.rows, total, "rows")
        return done.rows

    def compare(self) -> None:
        """Read both sides wholly; raises Differs unless all tables are equal."""
        with self._target.told():
            self._target.settle()
        for table in tables():
            ours, theirs = self._sum(self._source, table), self._sum(self._target, table)
            if ours != theirs:
                how = (
                    f"{ours.rows:,} and {theirs.rows:,} rows"
                    if ours.rows != theirs.rows
                    else "rows with other values"
                )
                raise Differs(
                    f"The table {table.name} is not the same in {self._source.name} and"
                    f" {self._target.name}: {how}. Somebody has changed one of them meanwhile, or a"
                    f" disk fails. Empty {self._target.name} and copy again."
                )

    def _sum(self, end: End, table: Table) -> Sum:
        found = Sum()
        with end.told():
            total = end.count(table)
        for rows, _ in end.batches(table):
            found = found.plus(storable(rows)[0])
            self._reporter.goes_on(table.name, found.rows, total, f"rows of {end.name}")
        return found

    def replay(self, replay: Replay) -> Replays:
        """Replay every match of the other side that was not replayed before."""
        return replay_all(self._target, self._progress, replay, self._reporter)

    def finish(self) -> None:
        """Let the other side be used."""
        source, target = self._source, self._target
        with source.told():
            given = {table: source.counter(table) for table in COUNTERS}
        with target.told():
            target.make_durable()
            with target.transaction():
                for table, number in given.items():
                    target.set_counter(table, number)
                target.set_triggers(on=True)
                self._progress.end()
