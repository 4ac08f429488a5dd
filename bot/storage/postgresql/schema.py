"""PostgreSQL's schema: the same numbered migrations as SQLite's, from the 17th on."""

from pathlib import Path

from bot.storage.base import schema
from bot.storage.base.connection import Check
from bot.storage.base.errors import StoreTrouble
from bot.storage.postgresql.connections import PostgresConnection, Session

MIGRATIONS = schema.MIGRATIONS / "postgresql"
LOCK = 0x53_41_4C_55_44


def version(session: Session) -> int:
    row = session.execute("SELECT to_regclass('schema_version') IS NOT NULL").fetchone()
    if row is None or not row[0]:
        return 0
    row = session.execute("SELECT version FROM schema_version").fetchone()
    return 0 if row is None else int(row[0])


def is_unfinished(session: Session) -> bool:
    row = session.execute("SELECT to_regclass($1) IS NOT NULL", (schema.UNFINISHED,)).fetchone()
    return row is not None and bool(row[0])


def check(session: Session, name: str) -> None:
    current, newest = version(session), max(schema.scripts(MIGRATIONS))
    if current == 0:
        raise StoreTrouble(f"{name} is no database of Salud: start a bot there to create it.")
    schema.check_known(current, newest)
    if current < newest:
        raise StoreTrouble(
            f"The database {name} has schema version {current} instead of {newest}: start this bot"
            " there to update it."
        )
    if is_unfinished(session):
        raise schema.unfinished()


def migrate(session: Session, folder: Path = MIGRATIONS, check: Check | None = None) -> None:
    """Apply missing migrations, all in one transaction, which an error of `check` undoes; other
    starting processes wait meanwhile.

    Raise StoreTrouble if the database belongs to a newer bot or is an unfinished copy. Raise
    psycopg.Error if a statement fails.
    """
    files = schema.scripts(folder)
    newest = max(files)
    # Other processes wait here for the first one, and rewriting a large table can take minutes.
    with session.within(
        "BEGIN ISOLATION LEVEL READ COMMITTED",
        "SET LOCAL lock_timeout = 0",
        "SET LOCAL statement_timeout = 0",
    ):
        session.execute(f"SELECT pg_advisory_xact_lock({LOCK})")
        current = version(session)
        schema.check_known(current, newest)
        if is_unfinished(session):
            raise schema.unfinished()
        for number in sorted(files):
            if number > current:
                session.execute(files[number].read_bytes())
        if current < newest:
            session.execute(
                "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL);"
                " DELETE FROM schema_version"
            )
            session.execute("INSERT INTO schema_version VALUES ($1)", (newest,))
        if check is not None:
            check(PostgresConnection(session))
    schema.note_migrated(current, newest)
