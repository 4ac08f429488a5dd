"""Operators' commands on a PostgreSQL database that no bot is using."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

import psycopg

from bot.storage.base import restores
from bot.storage.base.errors import unusable
from bot.storage.base.lock import Use
from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import (
    APPLICATION,
    PostgresConnection,
    Session,
    connect,
    display_name,
    error_text,
)
from bot.storage.postgresql.hold import Hold

T = TypeVar("T")


def release(address: str) -> int | None:
    def work(session: Session) -> int | None:
        row = session.execute("DELETE FROM owner RETURNING application").fetchone()
        return None if row is None else int(row[0])

    return _alone(address, work)


def begin_generation(address: str, now: int) -> int:
    return _alone(address, lambda session: restores.begin(PostgresConnection(session), now, 0))


def _alone(address: str, work: Callable[[Session], T]) -> T:
    with open_session(address) as session:
        schema.check(session, display_name(address))
        hold = Hold(address, Use.ALONE)
        hold.take()
        try:
            with session.within():
                return work(session)
        finally:
            hold.release()


@contextmanager
def open_session(address: str, application: str = APPLICATION) -> Iterator[Session]:
    try:
        with closing(connect(address, application)) as session:
            yield session
    except psycopg.Error as error:
        raise unusable(display_name(address), error, error_text(error, address)) from None
