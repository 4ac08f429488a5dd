"""Rows as frozen dataclasses, by column name.

Each column is named once: as a field of the class that a row becomes. `Rows` derives the column
lists of all statements from the fields, and reads and writes values in the order of these lists, so
no value can land in another column:

    PRESSES = Rows(Press, "press")
    PRESSES.insert(connection, [press])
    PRESSES.one(connection, "WHERE interaction = ?", interaction)

Enums are stored as their values, bools as 0 and 1. The fields of a nested dataclass have a column
each; the nested value is None if its first column is NULL. `insertion` writes rows without a class.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from itertools import compress
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from bot.storage.base.connection import Connection

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Conversion:
    """The stored form of a field's values. None is stored as NULL in any case."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class Rows(Generic[T]):
    def __init__(
        self,
        kind: type[T],
        table: str,
        columns: Mapping[str, str] | None = None,
        *,
        without: Collection[str] = (),
        **conversions: Conversion,
    ) -> None:
        """`columns` names the columns that aren't called like their fields. Its keys are fields, or
        fields of fields: `table.name`. Expressions instead of names are read, but never written.

        Fields `without` columns must be the last ones; reading leaves them at their defaults.
        """
        columns = columns or {}
        self._kind, self._table = kind, table
        self._converted = list[tuple[int, int, Conversion]]()
        self._nested = list[tuple[int, int, int, Rows[Any]]]()
        self.columns: tuple[str, ...] = ()
        hints = get_type_hints(kind)
        names = [field.name for field in fields(kind) if field.name not in without]  # type: ignore[arg-type]
        for number, name in enumerate(names):
            hint, at = _without_none(hints[name]), len(self.columns)
            conversion = conversions.get(name) or _conversion(hint)
            if conversion is None and is_dataclass(hint):
                start = f"{name}."
                own = {key[len(start) :]: columns[key] for key in columns if key.startswith(start)}
                rows: Rows[Any] = Rows(hint, table, own)  # type: ignore[arg-type]
                self.columns += rows.columns
                # From last to first, so that places before stay as they are.
                self._nested.insert(0, (number, at, len(self.columns), rows))
            else:
                self.columns += (columns.get(name, name),)
                if conversion is not None:
                    self._converted.append((number, at, conversion))
        self._get = (
            attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, *names),)
        )
        self._is_stored = [column.isidentifier() for column in self.columns]
        self.stored = tuple(compress(self.columns, self._is_stored))
        # Most classes need no conversion, which saves half the time.
        self._is_plain = not (self._converted or self._nested) and all(self._is_stored)

    def read(self, row: Sequence[Any]) -> T:
        """Return the row of a statement of `select`."""
        if self._is_plain:
            return self._kind(*row)
        values = list(row)
        for _, at, conversion in self._converted:
            if values[at] is not None:
                values[at] = conversion.read(values[at])
        for _, at, end, rows in self._nested:
            values[at:end] = (None if values[at] is None else rows.read(values[at:end]),)
        return self._kind(*values)

    def values(self, value: T) -> tuple[Any, ...]:
        """Return the values of the columns `stored`."""
        stored: tuple[Any, ...] = self._get(value)
        if self._is_plain:
            return stored
        values = list(stored)
        for at, _, conversion in self._converted:
            if values[at] is not None:
                values[at] = conversion.write(values[at])
        for at, start, end, rows in self._nested:
            nested = values[at]
            values[at : at + 1] = (None,) * (end - start) if nested is None else rows.values(nested)
        return tuple(compress(values, self._is_stored))

    def select(self, rest: str) -> str:
        return f"SELECT {', '.join(self.columns)} FROM {self._table} {rest}"  # noqa: S608 - names of columns

    def one(self, connection: Connection, rest: str, *parameters: object) -> T | None:
        row = connection.execute(self.select(rest), parameters).fetchone()
        return None if row is None else self.read(row)

    def all(self, connection: Connection, rest: str, *parameters: object) -> tuple[T, ...]:
        return tuple(map(self.read, connection.execute(self.select(rest), parameters).fetchall()))

    def update(self, value: T, rest: str, *parameters: object) -> tuple[str, tuple[object, ...]]:
        """Return a statement that stores the value in existing rows, and its parameters."""
        changes = ", ".join(f"{column} = ?" for column in self.stored)
        return f"UPDATE {self._table} SET {changes} {rest}", (*self.values(value), *parameters)  # noqa: S608 - names of columns

    def named(self, value: T) -> dict[str, Any]:
        """Return the stored values, by column."""
        return dict(zip(self.stored, self.values(value), strict=True))

    def insert(
        self,
        connection: Connection,
        values: Iterable[T],
        rest: str = "",
        *,
        replaces: tuple[str, ...] = (),
        **more: object,
    ) -> None:
        """Insert rows, with the same values of `more` columns in each.

        A row is replaced if it has the same values in the columns that `replaces` names.
        """
        columns, before = (*more, *self.stored), tuple(more.values())
        connection.executemany(
            _insert(self._table, columns, rest, replaces),
            [(*before, *self.values(value)) for value in values],
        )


def insertion(table: str, rest: str = "", /, **values: object) -> tuple[str, tuple[object, ...]]:
    """Return a statement that inserts a row of these columns, and its parameters."""
    return _insert(table, tuple(values), rest), tuple(values.values())


def insert_all(
    connection: Connection, table: str, rows: Iterable[Mapping[str, object]], rest: str = ""
) -> None:
    """Insert rows with the same columns in the same order; raise ValueError for others."""
    rows = list(rows)
    if rows:
        (columns,) = {tuple(row) for row in rows}
        sql = _insert(table, columns, rest)
        connection.executemany(sql, [tuple(row.values()) for row in rows])


@lru_cache(maxsize=256)
def _insert(
    table: str,
    columns: tuple[str, ...],
    rest: str,
    replaces: tuple[str, ...] = (),
) -> str:
    if replaces:
        changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in replaces)
        rest = f"ON CONFLICT ({', '.join(replaces)}) DO UPDATE SET {changes}"
    marks = ", ".join("?" for _ in columns)
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) {rest}"  # noqa: S608 - names of columns


def _without_none(hint: Any) -> Any:
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    return kinds[0] if get_origin(hint) is UnionType and len(kinds) == 1 else hint


def _conversion(hint: Any) -> Conversion | None:
    if hint is bool:
        return Conversion(int, bool)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Conversion(attrgetter("value"), hint)
    return None
