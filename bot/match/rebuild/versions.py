"""The table `derived`: which version of the code has computed or read what."""

from bot.storage.base.connection import Connection


def noted_version(connection: Connection, name: str) -> int:
    row = connection.execute("SELECT version FROM derived WHERE name = ?", (name,)).fetchone()
    return 0 if row is None else int(row[0])


def note(connection: Connection, name: str, version: int) -> None:
    connection.execute(
        "INSERT INTO derived (name, version) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET version = excluded.version",
        (name, version),
    )
