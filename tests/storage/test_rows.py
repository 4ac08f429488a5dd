"""The mapper from dataclasses to rows, on the SQL of both databases."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import Enum

import pytest

from bot.match.core.match_rows import RECORDS
from bot.match.people.troubles import KEPT_TROUBLES, KeptTrouble, Trouble, TroubleKind
from bot.storage.base.connection import Connection
from bot.storage.base.rows import Conversion, Rows, insert_all, insertion
from bot.storage.postgresql.statements import translate


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int | None


@dataclass(frozen=True, slots=True)
class Thing:
    user: int
    colour: Colour | None
    is_big: bool
    at: Point | None
    words: tuple[str, ...] = ()
    total: int = 0
    extra: str = "default"


THINGS = Rows(
    Thing,
    "thing",
    {"is_big": "big", "at.x": "left_x", "at.y": "top", "total": "left_x + 1"},
    without=("extra",),
    words=Conversion(" ".join, lambda text: tuple(text.split())),
)
FULL = Thing(1, Colour.RED, True, Point(4, None), ("a", "b"), total=5)
EMPTY = Thing(2, None, False, None)


@pytest.fixture
def connection() -> Iterator[Connection]:
    with closing(sqlite3.connect(":memory:")) as memory:
        # The columns are in another order than the fields.
        memory.execute(
            "CREATE TABLE thing (words, big, box DEFAULT 7, top, left_x, colour, user PRIMARY KEY)"
        )
        yield memory


def test_a_stored_value_is_read_back(connection: Connection) -> None:
    THINGS.insert(connection, [FULL], box=3)
    assert THINGS.one(connection, "WHERE user = ?", 1) == FULL
    assert THINGS.one(connection, "WHERE user = ?", 2) is None
    row = connection.execute("SELECT user, colour, big, left_x, top, words, box FROM thing")
    assert row.fetchall() == [(1, "red", 1, 4, None, "a b", 3)]


def test_a_nested_value_is_none_if_its_first_column_is(connection: Connection) -> None:
    THINGS.insert(connection, [EMPTY])
    (thing,) = THINGS.all(connection, "")
    assert thing.at is None
    assert (thing.colour, thing.is_big, thing.extra) == (None, False, "default")


def test_expressions_are_read_but_never_written() -> None:
    assert "left_x + 1" in THINGS.select("")
    assert list(THINGS.named(FULL)) == ["user", "colour", "big", "left_x", "top", "words"]


def test_an_insertion_replaces_the_row_with_the_same_key(connection: Connection) -> None:
    THINGS.insert(connection, [FULL])
    changed = Thing(1, None, False, Point(9, 8), total=10)
    THINGS.insert(connection, [changed], replaces=("user",))
    assert THINGS.all(connection, "") == (changed,)


def test_an_update_changes_every_stored_column(connection: Connection) -> None:
    THINGS.insert(connection, [FULL])
    changed = Thing(1, None, False, Point(9, 8), total=10)
    connection.execute(*THINGS.update(changed, "WHERE user = ?", 1))
    assert THINGS.all(connection, "") == (changed,)


def test_an_insertion_takes_values_by_name(connection: Connection) -> None:
    statement = insertion("thing", "RETURNING user", big=0, user=40, left_x=6, words="")
    assert connection.execute(*statement).fetchall() == [(40,)]
    assert THINGS.one(connection, "WHERE user = 40") == Thing(
        40, None, False, Point(6, None), (), 7
    )


def test_rows_with_other_columns_are_refused(connection: Connection) -> None:
    insert_all(connection, "thing", [])
    insert_all(connection, "thing", [{"user": 1, "top": 2}, {"user": 2, "top": 3}])
    assert connection.execute("SELECT user, top FROM thing").fetchall() == [(1, 2), (2, 3)]
    with pytest.raises(ValueError, match="too many values"):
        insert_all(connection, "thing", [{"user": 3, "top": 2}, {"top": 3, "user": 4}])


def test_statements_are_the_same_for_every_row() -> None:
    """Databases keep a prepared statement per text."""
    first, second = insertion("thing", user=1, top=2), insertion("thing", user=3, top=4)
    assert first[0] is second[0]
    assert translate(first[0]).startswith('INSERT INTO thing ("user", top) VALUES ($1, $2)')


def test_fields_of_fields_have_columns_of_their_own() -> None:
    assert "tournament, tournament_table" in RECORDS.select("")
    trouble = KeptTrouble(Trouble(1, TroubleKind.FROZEN, 2, "c", "r"), 5, mended=True)
    stored = (1, "frozen", 2, "c", "r", 5, 1)
    assert KEPT_TROUBLES.values(trouble) == stored
    assert KEPT_TROUBLES.read(stored) == trouble
