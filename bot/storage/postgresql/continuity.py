"""Checks that a server still has every commit that this process has seen confirmed.

An address with several hosts leads to another server after a failover, and an asynchronous standby
lacks the newest commits of the old one. Nothing in the new server says so: its timeline changes at
any failover, and does not change if an operator removes `standby.signal` by hand. So the bot marks
its commits. Each durable transaction stores a number in the process's own row of `commit_mark`, in
the message that also contains COMMIT. A standby replays commits in their order. So if the newest
mark is there, no earlier commit of this process is missing.

Every new session is compared with the marks before anything uses it. A mark that is missing, or
smaller than it was, proves a setback: another generation begins (base/setbacks.py), in that session
and before any other work. The marks of other processes are remembered too, because those processes
can have died with the old server.

Memory ends with the process. A file beside the heartbeat keeps the marks, for a machine that starts
again after bot and server failed together. It belongs to one database, which it recognizes by a
digest of a secret that each database has had since its creation.

The upsert reads no row that another process writes, so it makes no two transactions collide.
"""

import contextlib
import json
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from psycopg import errors

from bot.storage.base import restores
from bot.storage.base.setbacks import SENTENCE
from bot.storage.postgresql.connections import AGAIN, PostgresConnection, Session

_log = logging.getLogger(__name__)

DAY = 86_400
KEPT = 7 * DAY
"""Seconds after which the mark of an ended process is deleted."""
LOCK = 0x53616C76
"""Number of the advisory lock of the process that begins a generation."""
TRIES = 5
STORE_MARK = (
    "INSERT INTO commit_mark (process, mark, at) VALUES (",
    ") ON CONFLICT (process) DO UPDATE SET mark = excluded.mark, at = excluded.at",
)
"""The statement around its values. A message with several statements has no parameters."""

Marks = dict[str, tuple[int, int]]
"""The newest mark of each process, and its time in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class _State:
    """The state of a database, or what a file remembers of one."""

    lineage: str
    generation: int
    marks: Marks


class Continuity:
    """Memory of the commits of one process, used by the threads of its sessions."""

    def __init__(
        self,
        file: Path | None = None,
        tell: Callable[[int], None] = lambda _: None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`tell` gets each generation that began after the first check, in any thread."""
        self._file = file
        self._tell = tell
        self._now = now
        self._process = secrets.token_hex(8)
        self._newest = 0
        self._lock = threading.Lock()
        """Held only for changes in memory."""
        self._checking = threading.Lock()
        self._lineage = ""
        self._generation: int | None = None
        self._marks: Marks = {}

    def next_mark(self) -> tuple[int, bytes]:
        """Return the next mark, and the statement that stores it."""
        self._newest += 1
        values = f"'{self._process}', {self._newest}, {int(self._now())}"
        return self._newest, f"{STORE_MARK[0]}{values}{STORE_MARK[1]}".encode()

    def committed(self, mark: int) -> None:
        with self._lock:
            self._marks[self._process] = mark, int(self._now())
            self._save()

    def check(self, session: Session) -> None:
        """Begin a generation in this database if commits are lost, and no other process has done
        so. Raise psycopg.Error.
        """
        with self._checking:
            with self._lock:
                expected = dict(self._marks)  # copied before the read: commits continue meanwhile
            here = _read(session)
            known = self._generation
            if known is None:
                remembered = self._load()
                if remembered is None or remembered.lineage != here.lineage:
                    remembered = here
                self._lineage = here.lineage
                known, expected = remembered.generation, remembered.marks
            restored = here.generation > known
            is_lost = here.generation < known or _misses(here.marks, expected, self._now())
            if is_lost and not restored:
                here = self._recover(session, known)
            with self._lock:
                if restored or is_lost:
                    self._marks = {}
                for process, mark in here.marks.items():
                    self._marks[process] = max(mark, self._marks.get(process, mark))
                is_news = self._generation not in (None, here.generation)
                self._generation = here.generation
                if restored or is_lost:
                    self._save()
            if is_news:
                self._tell(here.generation)

    def _recover(self, session: Session, known: int) -> _State:
        for attempt in range(TRIES):
            try:
                with session.transaction():
                    session.execute("SET LOCAL statement_timeout = 0")
                    session.execute("SELECT pg_advisory_xact_lock($1)", (LOCK,))
                    connection = PostgresConnection(session)
                    _, is_new = restores.recover(connection, int(self._now()), known)
            except (*AGAIN, errors.LockNotAvailable):
                if attempt == TRIES - 1:
                    raise
            else:
                break
        if is_new:
            _log.error(SENTENCE)
        return _read(session)

    def _load(self) -> _State | None:
        if self._file is None:
            return None
        try:
            text = json.loads(self._file.read_text(encoding="ascii"))
            marks = {str(process): (int(m), int(at)) for process, (m, at) in text["marks"].items()}
            return _State(str(text["lineage"]), int(text["generation"]), marks)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            _log.warning("Could not read the newest commits from %s: %s", self._file, error)
            return None

    def _save(self) -> None:
        if self._file is None or self._generation is None:
            return
        text = json.dumps(
            {"lineage": self._lineage, "generation": self._generation, "marks": self._marks}
        )
        # Without fsync: it must survive the end of the process, not that of the machine.
        new = self._file.with_name(f"{self._file.name}.new")
        with contextlib.suppress(OSError):
            new.write_text(text, encoding="ascii")
            os.replace(new, self._file)  # noqa: PTH105 - atomic


def clean(session: Session, now: float) -> None:
    """Delete the marks of processes that ended long ago."""
    session.execute("DELETE FROM commit_mark WHERE at < $1", (int(now) - KEPT,))


def _read(session: Session) -> _State:
    row = session.execute(
        "SELECT (SELECT encode(sha256(secret), 'hex') FROM bar_key),"
        " (SELECT COALESCE(MAX(n), 0) FROM generation)"
    ).fetchone()
    assert row is not None, "a query without a table has one row"
    rows = session.execute("SELECT process, mark, at FROM commit_mark").fetchall()
    marks = {process: (mark, at) for process, mark, at in rows}
    return _State(str(row[0])[:16], int(row[1]), marks)


def _misses(marks: Mapping[str, tuple[int, int]], expected: Marks, now: float) -> bool:
    """Return whether a mark went back, or vanished before its time."""
    return any(
        marks[process] < (mark, 0) if process in marks else at > now - KEPT + DAY
        for process, (mark, at) in expected.items()
    )
