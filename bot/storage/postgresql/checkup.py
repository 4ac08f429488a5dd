"""A check of a database on a server."""

import statistics
import time

from bot.storage.base import schema as schemas
from bot.storage.base.checkup import WRITES, Checkup, Look, contents
from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import PostgresConnection, Session, display_name
from bot.storage.postgresql.upkeep import open_session

LOOKING = "salud doctor"


def check_up_server(address: str, look: Look) -> Checkup:
    with open_session(address, LOOKING) as session:
        current, newest = schema.version(session), max(schemas.scripts(schema.MIGRATIONS))
        unfinished = schema.is_unfinished(session)
        is_complete = current == newest and not unfinished
        through = ", through PgBouncer" if session.is_pooled else ""
        return Checkup(
            f"{display_name(address)}{through}",
            current,
            newest,
            unfinished,
            _number(session, "SELECT pg_database_size(current_database())"),
            None,
            _write_time(session),
            looked=None,
            remarks=_remarks(session),
            contents=contents(PostgresConnection(session)) if is_complete else None,
            refusal=look(PostgresConnection(session)) if is_complete else None,
        )


def _remarks(session: Session) -> tuple[str, ...]:
    row = session.execute(
        "SELECT pg_encoding_to_char(encoding), datcollate,"
        " pg_has_role(current_user, datdba, 'MEMBER'), current_setting('server_version_num')::int,"
        " current_setting('server_version'), current_setting('synchronous_commit'),"
        " current_setting('synchronous_standby_names') = ''"
        " AND EXISTS (SELECT 1 FROM pg_stat_replication)"
        " FROM pg_database WHERE datname = current_database()"
    ).fetchone()
    assert row is not None, "we are connected to it"
    encoding, collation, is_owner, number, version, waits, lags = row
    remarks = []
    if encoding != "UTF8":
        remarks.append(
            f"It is encoded in {encoding} instead of UTF8, so it can't store every text."
        )
    if collation not in ("C", "POSIX"):
        remarks.append(
            f"It sorts by {collation} instead of C: names sort differently than in SQLite."
        )
    if not is_owner:
        remarks.append("The user does not own it, so an update can't change the schema.")
    if number < 140_000:
        remarks.append(f"The server is PostgreSQL {version}, older than 14.")
    if waits == "off":
        remarks.append("The server sets synchronous_commit to off: a power cut can lose moves.")
    with session.guarded():
        for setting, wanted in session.settings.items():
            value = _shown(session, setting)
            if value != wanted:
                remarks.append(f"The setting {setting} is {value} instead of {wanted}.")
    if session.is_pooled and (limit := _shown(session, "statement_timeout")) != "0":
        remarks.append(
            f"The server sets statement_timeout to {limit}. Behind PgBouncer that also limits"
            " VACUUM, which removes traces of forgotten people."
        )
    if lags:
        remarks.append(
            "Commits don't wait for its standby (synchronous_standby_names is empty), so moves are"
            " lost if that takes over while it lags."
        )
    return tuple(remarks)


def _shown(session: Session, setting: str) -> str:
    row = session.execute(f"SHOW {setting}".encode()).fetchone()
    assert row is not None, "it gives one row"
    return str(row[0])


def _number(session: Session, sql: str) -> int:
    row = session.execute(sql.encode()).fetchone()
    assert row is not None, "it gives one row"
    return int(row[0])


def _write_time(session: Session) -> float:
    times = []
    for _ in range(WRITES):
        session.execute("BEGIN")
        session.execute("CREATE TEMPORARY TABLE salud_doctor (a BIGINT) ON COMMIT DROP")
        begun = time.perf_counter()
        session.execute("COMMIT")
        times.append(time.perf_counter() - begun)
    return statistics.median(times)
