"""Mutants that damage matches: entries count twice, or are shown and not stored."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, Literal

import bot.match.core.match_rows
import bot.match.core.matches
import cogs.board.publisher
from bot.app.settings import read_settings
from bot.match.core.boards import BoardProgress
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.records import Head, MatchId, Press, Stored
from bot.storage.opening import open_database

KEPT_LATER = 0.4
"""Seconds between showing and storing in the mutant post-first."""


class _Open(asyncio.Lock):
    async def acquire(self) -> Literal[True]:
        return True

    def release(self) -> None:
        return


class _Asyncio(ModuleType):
    Lock = _Open

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


def _lock() -> None:
    for module in (bot.match.core.matches, cogs.board.publisher):
        setattr(module, "asyncio", _Asyncio("asyncio"))  # noqa: B010 - mypy knows that it is not that module

    async def lease(*_: object) -> bool:
        return True

    show = Store.note_shown

    async def show_all_the_same(self: Store, match: MatchId, shown: BoardProgress, _: str) -> bool:
        query = "UPDATE message SET owner = 'anybody' WHERE kind = 'board' AND subject = ?"
        await self._database.execute(query, match)
        return await show(self, match, shown, "anybody")

    setattr(Store, "lease", lease)  # noqa: B010
    setattr(Store, "note_shown", show_all_the_same)  # noqa: B010


_KEYS = (
    (r"interaction INTEGER PRIMARY KEY", "interaction INTEGER NOT NULL"),
    (r",\s*PRIMARY KEY \(match, seq\)\s*\) STRICT, WITHOUT ROWID", ") STRICT"),
)


def without_keys(path: str) -> None:
    asyncio.run(_made(path))
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    try:
        connection.execute("BEGIN IMMEDIATE")
        for table in ("log", "press"):
            query = "SELECT sql FROM sqlite_master WHERE name = ?"
            sql: str = connection.execute(query, (table,)).fetchone()[0]
            open_sql = sql
            for key, nothing in _KEYS:
                open_sql = re.sub(key, nothing, open_sql)
            if open_sql != sql:
                connection.execute(f"ALTER TABLE {table} RENAME TO kept_{table}")
                connection.execute(open_sql)
                connection.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")  # noqa: S608 - two constant names
                connection.execute(f"DROP TABLE kept_{table}")
        connection.execute("COMMIT")
    finally:
        connection.close()


def without_index(path: str, name: str) -> None:
    asyncio.run(_made(path))
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    try:
        connection.execute(f"DROP INDEX IF EXISTS {name}")
    finally:
        connection.close()


async def _made(path: str) -> None:
    await (await open_database(path)).close()


def _unique() -> None:
    without_keys(read_settings().salud_database)
    setattr(bot.match.core.match_rows, "press", lambda *_: None)  # noqa: B010
    commit = Store.commit

    async def whatever_there_is(self: Store, change: Change) -> None:
        head = await self.head(change.match)
        assert head is not None, "it was loaded before"
        await commit(self, replace(change, seq=head.seq, n=head.events))

    setattr(Store, "commit", whatever_there_is)  # noqa: B010


def _post_first() -> None:
    pending: dict[MatchId, list[Change]] = {}
    tasks: set[asyncio.Task[None]] = set()
    commit, head, load, press = (
        Store.commit,
        Store.head,
        Store.load,
        Store.press,
    )

    async def keep(self: Store, change: Change) -> None:
        await asyncio.sleep(KEPT_LATER)
        try:
            await commit(self, change)
        finally:
            pending[change.match].remove(change)

    async def commit_later(self: Store, change: Change) -> None:
        pending.setdefault(change.match, []).append(change)
        task = asyncio.create_task(keep(self, change))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def head_ahead(self: Store, match: MatchId) -> Head | None:
        stored = await head(self, match)
        waiting = pending.get(match)
        if stored is None or not waiting:
            return stored
        last = waiting[-1]
        seq, events = last.seq + len(last.entries), last.n + len(last.events)
        return replace(stored, seq=seq, events=events)

    async def load_ahead(self: Store, match: MatchId) -> Stored | None:
        stored = await load(self, match)
        for change in pending.get(match, ()):
            if stored is not None and len(stored.log) == change.seq:
                log, events = (*stored.log, *change.entries), (*stored.events, *change.events)
                stored = replace(stored, log=log, events=events)
        return stored

    async def press_ahead(self: Store, interaction: int) -> Press | None:
        for change in [change for changes in pending.values() for change in changes]:
            if change.press is not None and change.press.interaction == interaction:
                return change.press
        return await press(self, interaction)

    for name, changed in (
        ("commit", commit_later),
        ("head", head_ahead),
        ("load", load_ahead),
        ("press", press_ahead),
    ):
        setattr(Store, name, changed)


CONSISTENCY: dict[str, Callable[[], None]] = {
    "lock": _lock,
    "unique": _unique,
    "post-first": _post_first,
}
