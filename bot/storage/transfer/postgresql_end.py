"""A PostgreSQL database as an end of a copy."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

import psycopg

from bot.storage.base import schema as schemas
from bot.storage.base.errors import StoreTrouble
from bot.storage.base.lock import Use
from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import (
    PostgresConnection,
    connect,
    display_name,
    error_text,
    parameters,
)
from bot.storage.postgresql.hold import Hold
from bot.storage.transfer.ends import (
    COPIED,
    COUNTERS,
    CopiedTable,
    End,
    EndState,
    Row,
    refuse_other_version,
)

APPLICATION = "salud copy"
SETTINGS = {
    "statement_timeout": "0",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "0",
    "synchronous_commit": "off",
}


class PostgresEnd(End):
    def __init__(self, address: str) -> None:
        parameters(address)
        self._address = address
        self.name = display_name(address)
        with self.translating_errors():
            self._session = connect(address, APPLICATION, SETTINGS)
        self._hold = Hold(address, Use.ALONE, application=APPLICATION)
        try:
            with self.translating_errors():
                self._hold.take()
                self._refuse_encoding()
        except BaseException:
            self.close()
            raise
        self.connection = PostgresConnection(self._session)

    def _refuse_encoding(self) -> None:
        row = self._session.execute("SHOW server_encoding").fetchone()
        if row is not None and row[0] != "UTF8":
            raise StoreTrouble(
                f"The database {self.name} is encoded in {row[0]}: create it again with"
                " `createdb --encoding=UTF8 --locale=C --template=template0`."
            )

    def state(self) -> EndState:
        unfinished = schema.is_unfinished(self._session)
        current = schema.version(self._session)
        if current == 0 and not unfinished:
            return EndState.NOTHING
        refuse_other_version(self.name, current, max(schemas.scripts(schema.MIGRATIONS)))
        return EndState.UNFINISHED if unfinished else EndState.WHOLE

    def make_schema(self) -> None:
        schema.migrate(self._session)

    def transaction(self) -> AbstractContextManager[object]:
        return self._session.within()

    def batch(self, table: CopiedTable, after: Row | None) -> list[Row]:
        # If the lock was lost, a bot can be writing.
        self._hold.check()
        return super().batch(table, after)

    def insert(self, table: CopiedTable, rows: Sequence[Row]) -> None:
        with self._session.cursor() as cursor:
            into = f"COPY {table.name} ({table.texts}) FROM STDIN".encode()
            with cursor.copy(into) as copying:
                for row in rows:
                    copying.write_row(row)

    def set_triggers(self, *, on: bool) -> None:
        for name in COPIED:
            verb = "ENABLE" if on else "DISABLE"
            self._session.execute(f"ALTER TABLE {name} {verb} TRIGGER USER".encode())

    def counter(self, table: str) -> int:
        last = "CASE WHEN is_called THEN last_value ELSE last_value - 1 END"
        row = self._session.execute(
            f"SELECT {last} FROM {self._sequence(table)}".encode()  # noqa: S608 - our own names
        ).fetchone()
        assert row is not None, "a sequence has one row"
        return int(row[0])

    def set_counter(self, table: str, highest: int) -> None:
        used = "true" if highest else "false"
        self._session.execute(
            f"SELECT setval($1::text::regclass, $2, {used})",
            (self._sequence(table), max(highest, 1)),
        )

    def _sequence(self, table: str) -> str:
        row = self._session.execute(
            "SELECT pg_get_serial_sequence($1::text, $2::text)", (table, COUNTERS[table])
        ).fetchone()
        assert row is not None, "it was made as an identity"
        return str(row[0])

    def settle(self) -> None:
        # Otherwise PostgreSQL would plan its first queries as for empty tables.
        self._session.execute("ANALYZE")

    def make_durable(self) -> None:
        self._session.change("synchronous_commit", "on")

    def close(self) -> None:
        self._session.close()
        self._hold.release()

    def error_text(self, error: Exception) -> str | None:
        return (
            error_text(error, self._address) if isinstance(error, OSError | psycopg.Error) else None
        )
