"""Copies one database to another, compares both, and replays all matches.

A large database takes hours to copy, and a connection or a machine can fail meanwhile. So every
step is repeatable: the table UNFINISHED of the target records the progress, each batch is committed
together with its progress, and the same command continues from there. While that table exists, no
bot starts on the target.

A copy must continue with the same, unchanged source, because otherwise the rows copied so far could
be outdated. So the table also stores the identity of the source, and a fingerprint that changes as
soon as a bot runs on it.

Triggers are off during the copy, because the rows that they write are copied too. At the end all
tables are compared by count and digest, and all matches are replayed from the target, unless the
operator leaves that to the bot. Only then is the table dropped, so any target on which a bot starts
is complete.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.database_address import is_server
from bot.storage.base.connection import Connection
from bot.storage.base.errors import StoreTrouble
from bot.storage.base.schema import UNFINISHED
from bot.storage.transfer.ends import (
    COUNTERS,
    Checksum,
    CopiedTable,
    End,
    EndState,
    Row,
    storable,
    tables,
    with_rows,
)
from bot.storage.transfer.sqlite_end import SqliteEnd


def open_source(address: str) -> End:
    """Open the database to copy.

    Raise StoreTrouble if it is missing, in use, of another version, or an unfinished copy.
    """
    end = _opened(address, must_exist=True)
    try:
        with end.translating_errors():
            match end.state():
                case EndState.NOTHING:
                    raise StoreTrouble(f"{end.name} is no database of Salud.")
                case EndState.UNFINISHED:
                    raise StoreTrouble(
                        f"The database {end.name} is an unfinished copy itself: finish that one."
                    )
                case EndState.WHOLE:
                    return end
    except BaseException:
        end.close()
        raise


def open_target(address: str) -> End:
    return _opened(address, must_exist=False)


def _opened(address: str, *, must_exist: bool) -> End:
    if is_server(address):
        from bot.storage.transfer.postgresql_end import PostgresEnd

        return PostgresEnd(address)
    return SqliteEnd(address, must_exist=must_exist)


EVERY = 5.0


class Reporter:
    def __init__(
        self, tell: Callable[[str], None], steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.tell = tell
        self._steady = steady
        self._last = steady()

    def begin(self, line: str) -> None:
        self.tell(line)
        self._last = self._steady()

    def goes_on(self, step: str, done: int, total: int, of: str) -> None:
        if self._steady() - self._last >= EVERY:
            self._say(step, done, total, of)

    def is_done(self, step: str, done: int, total: int, of: str) -> None:
        self._say(step, done, total, of)

    def _say(self, step: str, done: int, total: int, of: str) -> None:
        self._last = self._steady()
        self.tell(f"  {step:<14} {done:>13,} of {total:,} {of}")


FROM, REPLAYED = "from", "replayed"


class Progress:
    """The progress of a copy, stored in its target.

    Call `note` inside the transaction whose progress it records.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def begin(self, identity: str, fingerprint: str) -> None:
        self._connection.execute(
            f"CREATE TABLE {UNFINISHED} (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
        )
        self.note(FROM, {"identity": identity, "fingerprint": fingerprint})

    def end(self) -> None:
        self._connection.execute(f"DROP TABLE {UNFINISHED}")

    def read(self, name: str) -> Mapping[str, Any]:
        row = self._connection.execute(
            f"SELECT value FROM {UNFINISHED} WHERE name = ?",  # noqa: S608 - our own name
            (name,),
        ).fetchone()
        return {} if row is None else dict(json.loads(row[0]))

    def note(self, name: str, value: Mapping[str, Any]) -> None:
        self._connection.execute(
            f"INSERT INTO {UNFINISHED} (name, value) VALUES (?, ?)"  # noqa: S608 - our own name
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, json.dumps(value)),
        )

    def of_table(self, table: str) -> tuple[Row | None, int]:
        """Return the key of the last copied row, and the number of copied rows."""
        noted = self.read(f"table {table}")
        if not noted:
            return None, 0
        return tuple(map(_value, noted["after"])), noted["rows"]

    def note_table(self, table: str, after: Row, rows: int) -> None:
        self.note(f"table {table}", {"after": [_kept(value) for value in after], "rows": rows})


def _kept(value: object) -> object:
    return {"hex": value.hex()} if isinstance(value, bytes) else value


def _value(kept: Any) -> object:
    return bytes.fromhex(kept["hex"]) if isinstance(kept, dict) else kept


TOGETHER = 50
NAMED = 20

Replay = Callable[[Connection, int], bool | None]
"""A function that replays a match by its number. It returns None if the match is broken, False if
its game isn't installed.
"""


@dataclass(frozen=True, slots=True)
class Replays:
    after: int = 0
    replayed: int = 0
    missing: int = 0
    broken: int = 0
    named: tuple[int, ...] = ()


def replay_all(end: End, progress: Progress, replay: Replay, reporter: Reporter) -> Replays:
    with end.translating_errors():
        replays = _read(progress.read(REPLAYED))
        total = end.connection.execute("SELECT COUNT(*) FROM match").fetchone()[0]
    while True:
        with end.translating_errors():
            matches = end.connection.execute(
                "SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", (replays.after, TOGETHER)
            ).fetchall()
        if not matches:
            return replays
        for (match,) in matches:
            replays = _replayed(end, match, replay, replays)
        with end.translating_errors(), end.transaction():
            progress.note(REPLAYED, asdict(replays))
        done = replays.replayed + replays.missing + replays.broken
        reporter.goes_on("replayed", done, total, "matches")


def _replayed(end: End, match: int, replay: Replay, progress: Replays) -> Replays:
    progress = replace(progress, after=match)
    with end.translating_errors():
        replays = replay(end.connection, match)
    match replays:
        case True:
            return replace(progress, replayed=progress.replayed + 1)
        case False:
            return replace(progress, missing=progress.missing + 1)
        case None:
            return replace(
                progress, broken=progress.broken + 1, named=(*progress.named, match)[:NAMED]
            )


def _read(kept: Any) -> Replays:
    return Replays(**{**kept, "named": tuple(kept["named"])}) if kept else Replays()


class Differs(StoreTrouble): ...


class Copier:
    """Copies from one end to the other. Each step can be interrupted and continued, and raises
    StoreTrouble with a sentence for the operator.
    """

    def __init__(self, source: End, target: End, reporter: Reporter) -> None:
        self._source = source
        self._target = target
        self._reporter = reporter
        self._progress = Progress(target.connection)
        self.rows = 0

    def begin(self) -> bool:
        source, target = self._source, self._target
        with source.translating_errors():
            identity, fingerprint = source.identity(), source.fingerprint()
        with target.translating_errors():
            state = target.state()
            if state is EndState.UNFINISHED:
                self._refuse_another(identity, fingerprint)
                return True
            if state is EndState.NOTHING:
                target.make_schema()
            occupied = target.occupied()
            if occupied is not None:
                raise StoreTrouble(
                    f"The database {target.name} is in use already: it has rows in the table"
                    f" {occupied}. Copy to an empty or missing one."
                )
            with target.transaction():
                target.set_triggers(on=False)
                target.clear()
                self._progress.begin(identity, fingerprint)
        return False

    def _refuse_another(self, identity: str, fingerprint: str) -> None:
        source, target = self._source.name, self._target.name
        noted = self._progress.read(FROM)
        if noted["identity"] != identity:
            raise StoreTrouble(
                f"The database {target} is the unfinished copy of another database than {source}:"
                " finish that copy, or copy to an empty database."
            )
        if noted["fingerprint"] != fingerprint:
            raise StoreTrouble(
                f"The database {source} has changed since the copy to {target} began: empty"
                f" {target} and copy again."
            )

    def copy(self) -> None:
        for table in tables():
            with self._source.translating_errors():
                total = self._source.count(table)
            with self._target.translating_errors():
                after, done = self._progress.of_table(table.name)
            rows = self._copy(table, after, done, total)
            if total or rows:
                self._reporter.is_done(table.name, rows, total, "rows")
            self.rows += rows

    def _copy(self, table: CopiedTable, after: Row | None, done: int, total: int) -> int:
        target = self._target
        for rows, last in self._source.batches(table, after):
            accepted, changed = storable(rows)
            done += len(rows)
            with target.translating_errors(), target.transaction():
                target.insert(table, accepted)
                self._progress.note_table(table.name, last, done)
            for row in changed[:NAMED]:
                key = ", ".join(repr(row[place]) for place in table.key_places)
                self._reporter.tell(f"  {table.name} ({key}): replaced damaged text by �")
            self._reporter.goes_on(table.name, done, total, "rows")
        return done

    def compare(self) -> None:
        with self._target.translating_errors():
            self._target.settle()
        for table in tables():
            ours, theirs = self._sum(self._source, table), self._sum(self._target, table)
            if ours != theirs:
                how = (
                    f"{ours[0]:,} and {theirs[0]:,} rows"
                    if ours[0] != theirs[0]
                    else "rows with other values"
                )
                raise Differs(
                    f"The table {table.name} is not the same in {self._source.name} and"
                    f" {self._target.name}: {how}. One of them has changed meanwhile, or a"
                    f" disk fails. Empty {self._target.name} and copy again."
                )

    def _sum(self, end: End, table: CopiedTable) -> Checksum:
        checksum: Checksum = (0, 0)
        with end.translating_errors():
            total = end.count(table)
        for rows, _ in end.batches(table):
            checksum = with_rows(checksum, storable(rows)[0])
            self._reporter.goes_on(table.name, checksum[0], total, f"rows of {end.name}")
        return checksum

    def replay(self, replay: Replay) -> Replays:
        return replay_all(self._target, self._progress, replay, self._reporter)

    def finish(self) -> None:
        source, target = self._source, self._target
        with source.translating_errors():
            counters = {table: source.counter(table) for table in COUNTERS}
        with target.translating_errors():
            target.make_durable()
            with target.transaction():
                for table, number in counters.items():
                    target.set_counter(table, number)
                target.set_triggers(on=True)
                self._progress.end()
