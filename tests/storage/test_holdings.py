"""All that the schema can hold of people and servers is known, so that it can be forgotten."""

import sqlite3
from pathlib import Path

from bot.storage.base.database import Database
from bot.storage.base.personal_data import HOLDINGS, OF_A_MATCH, OF_A_SERVER, OF_A_TOURNAMENT
from tests.storage.impersonal import IMPERSONAL


def tables(connection: sqlite3.Connection) -> list[str]:
    """All tables of ours."""
    found = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return sorted(name for (name,) in found)


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Its columns, those that are worked out too."""
    return [row[1] for row in connection.execute(f"PRAGMA table_xinfo({table})")]


def test_every_column_is_known(database: Database, path: Path) -> None:
    """Each holds users, and says what becomes of them, or is known to hold none."""
    connection = sqlite3.connect(path)
    schema = {(table, name) for table in tables(connection) for name in columns(connection, table)}
    people = {(one.table, one.user) for one in HOLDINGS}
    others = {(table, name) for table, names in IMPERSONAL.items() for name in names}
    connection.close()
    assert people & others == set()
    assert people | others == schema, "say what a new column holds: see tests/storage/impersonal.py"
    told = {(one.table, name) for one in HOLDINGS for name in one.exported}
    assert told <= others


def test_every_table_of_a_match_or_server_is_known(database: Database, path: Path) -> None:
    """What points at matches goes with its match, what names a server with its server."""
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
