"""Every column about people and servers is known to the code that forgets them."""

import sqlite3
from pathlib import Path

from bot.storage.base.database import Database
from bot.storage.base.personal_data import HOLDINGS, OF_A_MATCH, OF_A_SERVER, OF_A_TOURNAMENT
from tests.storage.impersonal import IMPERSONAL


def tables(connection: sqlite3.Connection) -> list[str]:
    """Return all tables of the schema."""
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return sorted(name for (name,) in rows)


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns of a table, including generated ones."""
    return [row[1] for row in connection.execute(f"PRAGMA table_xinfo({table})")]


def test_each_column_is_listed_as_personal_or_impersonal(database: Database, path: Path) -> None:
    connection = sqlite3.connect(path)
    schema = {(table, name) for table in tables(connection) for name in columns(connection, table)}
    people = {(holding.table, holding.user) for holding in HOLDINGS}
    others = {(table, name) for table, names in IMPERSONAL.items() for name in names}
    connection.close()
    assert people & others == set()
    assert people | others == schema, "list the new column: see tests/storage/impersonal.py"
    exported = {(holding.table, name) for holding in HOLDINGS for name in holding.exported}
    assert exported <= others


def test_each_table_of_a_match_tournament_or_server_is_listed(
    database: Database, path: Path
) -> None:
    connection = sqlite3.connect(path)
    of_match = {
        table
        for table in tables(connection)
        for row in connection.execute(f"PRAGMA foreign_key_list({table})")
        if row[2] == "match"
    }
    of_tournament = {
        table
        for table in tables(connection)
        for row in connection.execute(f"PRAGMA foreign_key_list({table})")
        if row[2] == "tournament"
    }
    of_server = {table for table in tables(connection) if "guild" in columns(connection, table)}
    connection.close()
    assert of_match == set(OF_A_MATCH)
    assert of_tournament - of_server == set(OF_A_TOURNAMENT)
    assert of_server - of_match - {"match"} == set(OF_A_SERVER)
