"""Operators' commands on a PostgreSQL database that no bot is using."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import psycopg

from bot.storage.base import lock, restores
from bot.storage.base.errors import StoreTrouble
from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import (
    APPLICATION,
    COPYING,
    PostgresConnection,
    Session,
    connect,
    display_name,
    error_text,
)

T = TypeVar("T")
_STEP = 0.02


def release(address: str) -> int | None:
    def work(session: Session) -> int | None:
        row = session.execute("DELETE FROM owner RETURNING application").fetchone()
        return None if row is None else int(row[0])

    return _alone(address, work)


def begin_generation(address: str, now: int) -> int:
    return _alone(address, lambda session: restores.begin(PostgresConnection(session), now, 0))


def _alone(address: str, work: Callable[[Session], T]) -> T:
    with opened(address) as session:
        schema.check(session, display_name(address))
        refuse_in_use(session, display_name(address))
        with session.transaction():
            return work(session)


@contextmanager
def opened(address: str) -> Iterator[Session]:
    try:
        with connect(address) as session:
            yield session
    except psycopg.Error as error:
        raise StoreTrouble(
            f"The database {display_name(address)} can't be used: {error_text(error, address)}."
        ) from None


def refuse_in_use(session: Session, name: str) -> None:
    until = time.monotonic() + lock.PATIENCE
    while _others(session, APPLICATION):  # sessions of a stopped bot end one by one
        if time.monotonic() >= until:
            raise StoreTrouble(f"A bot uses the database {name}: stop it first.")
        time.sleep(_STEP)
    refuse_copied(session, name)


def refuse_copied(session: Session, name: str) -> None:
    """Raise StoreTrouble during a copy.

    A bot connects before it looks for a copy, and a copy before it looks for bots: if both start
    together, at least one sees the other.
    """
    if _others(session, COPYING):
        raise StoreTrouble(f"The database {name} is being copied: start again when that is done.")


def _others(session: Session, application: str) -> bool:
    row = session.execute(
        "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND application_name = $1 AND pid <> pg_backend_pid()",
        (application,),
    ).fetchone()
    return row is not None and bool(row[0])
