"""Backups of the database: on the command line, and automatic while the bot runs."""

import asyncio
import contextlib
import logging
import re
import threading
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.app.settings import Settings
from bot.database_address import is_server
from bot.match.log.store_errors import StoreTrouble
from bot.storage.sqlite.copies import Stopped, backup, restore

_log = logging.getLogger(__name__)

FIRST = 300.0
RETRY = 3600.0
ON_A_SERVER = (
    "The database is on a PostgreSQL server, where pg_dump makes backups: see docs/storage.md."
)
PUT_BACK_ON_A_SERVER = (
    "The database is on a PostgreSQL server: restore a dump with pg_restore, then run"
    " `python -m bot restore` without a file. See docs/storage.md."
)
_STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"salud-([0-9]{8}-[0-9]{6})\.db")


def back_up(settings: Settings, file: str, *, force: bool) -> str:
    if is_server(settings.salud_database):
        raise StoreTrouble(ON_A_SERVER)
    backup(settings.salud_database, Path(file), force=force)
    return f"{settings.salud_database} was copied to {file}."


def put_back(settings: Settings, file: str | None) -> str:
    """Restore the database from a copy; return a sentence for the operator. Raise StoreTrouble.

    On a server, pg_restore has already restored the data, so `file` must be None.
    """
    now = time.time()
    if is_server(settings.salud_database):
        if file is not None:
            raise StoreTrouble(PUT_BACK_ON_A_SERVER)
        from bot.storage.postgresql.upkeep import begin_generation

        number = begin_generation(settings.salud_database, int(now))
        return (
            f"The database is in the state of the dump. The next match will be #{number}, so that"
            " no number is used twice. The bot posts boards and invitations again when it starts."
        )
    if file is None:
        raise StoreTrouble("Name the file to restore: python -m bot restore FILE.")
    old, number = restore(Path(file), settings.salud_database, stamp(now), int(now))
    sentence = (
        f"{settings.salud_database} was restored from {file}. The next match will be #{number},"
        " so that no number is used twice. The bot posts boards and invitations again when it"
        " starts."
    )
    return sentence if old is None else f"{sentence} The previous database is {old}."


def stamp(now: float) -> str:
    return datetime.fromtimestamp(now, UTC).strftime(_STAMP)


class Backups:
    def __init__(
        self,
        database: str,
        folder: Path,
        *,
        kept: int,
        seconds: float,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._database = database
        self._folder = folder
        self._kept = kept
        self._seconds = seconds
        self._now = now
        self._sleep = sleep
        self._stop = threading.Event()

    async def keep(self) -> None:
        """Make backups until cancelled. Of several failures in a row, only the first is logged."""
        is_reported = False
        try:
            await self._sleep(FIRST)
            while True:
                wait = self.due_in()
                if wait > 0:
                    await self._sleep(min(wait, RETRY))
                    continue
                try:
                    backup = await asyncio.to_thread(self.make)
                except (StoreTrouble, OSError) as error:
                    if not is_reported:
                        _log.warning("The backup failed: %s The bot tries again every hour.", error)
                    is_reported = True
                    await self._sleep(RETRY)
                except Stopped:
                    return
                else:
                    is_reported = False
                    _log.info("Backup: %s", backup)
        finally:
            self._stop.set()

    def due_in(self) -> float:
        copies = self.copies()
        if not copies:
            return 0.0
        last = made_at(copies[-1]) or 0.0
        return max(0.0, min(self._seconds, last + self._seconds - self._now()))

    def make(self) -> Path:
        self._folder.mkdir(parents=True, exist_ok=True)
        target = self._folder / f"salud-{stamp(self._now())}.db"
        backup(self._database, target, stop=self._stop.is_set)
        for old in self.copies()[: -self._kept]:
            old.unlink(missing_ok=True)
        return target

    def copies(self) -> list[Path]:
        try:
            return sorted(path for path in self._folder.iterdir() if made_at(path) is not None)
        except OSError:
            return []


def made_at(path: Path) -> float | None:
    if name := _NAME.fullmatch(path.name):
        with contextlib.suppress(ValueError):
            return datetime.strptime(name[1], _STAMP).replace(tzinfo=UTC).timestamp()
    return None
