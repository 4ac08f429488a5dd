"""Backups of the database: on the command line, and by themselves while the bot runs."""

import asyncio
import contextlib
import logging
import re
import threading
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.database_address import is_server
from bot.match.log.store_errors import StoreTrouble
from bot.settings import Settings
from bot.storage.sqlite.copies import Stopped, backup, restore

_log = logging.getLogger(__name__)

FIRST = 300.0
"""Seconds after the start before the first backup: a start has enough to do."""
RETRY = 3600.0
"""Seconds until it is tried again where it failed; also the longest sleep."""
ON_A_SERVER = (
    "The database is on a PostgreSQL server, where pg_dump makes backups: see docs/storage.md."
)
PUT_BACK_ON_A_SERVER = (
    "The database is on a PostgreSQL server: put a dump back with pg_restore, then run"
    " `python -m bot restore` without a file. See docs/storage.md."
)
_STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"salud-([0-9]{8}-[0-9]{6})\.db")


def back_up(settings: Settings, file: str, *, force: bool) -> str:
    """Copy the database to a file; gives a sentence. Raises StoreTrouble."""
    if is_server(settings.salud_database):
        raise StoreTrouble(ON_A_SERVER)
    backup(settings.salud_database, Path(file), force=force)
    return f"{settings.salud_database} is copied to {file}."


def put_back(settings: Settings, file: str | None) -> str:
    """Put a copy in the database's place; gives a sentence. Raises StoreTrouble.

    On a server pg_restore has done that before, and there is no file.
    """
    now = time.time()
    if is_server(settings.salud_database):
        if file is not None:
            raise StoreTrouble(PUT_BACK_ON_A_SERVER)
        from bot.storage.postgresql.upkeep import begin_generation

        number = begin_generation(settings.salud_database, int(now))
        return (
            f"The database is as it was when it was dumped. The next match will be #{number}, so"
            " that none has a number that another had; boards and invitations are posted again"
            " when the bot starts."
        )
    if file is None:
        raise StoreTrouble("Name the file to put back: python -m bot restore FILE.")
    done = restore(Path(file), settings.salud_database, stamp(now), int(now))
    said = (
        f"{settings.salud_database} is now what {file} was. The next match will be"
        f" #{done.next}, so that none has a number that another had; boards and invitations are"
        " posted again when the bot starts."
    )
    return said if done.old is None else f"{said} What it was before is kept as {done.old}."


def stamp(now: float) -> str:
    """A time, in seconds since 1970, as it stands in names of files: in UTC, to the second."""
    return datetime.fromtimestamp(now, UTC).strftime(_STAMP)


class Backups:
    """Copies the database into a folder from time to time and keeps the newest copies."""

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
        """Make backups until cancelled; trouble is told in the log once, and does no harm."""
        told = False
        try:
            await self._sleep(FIRST)
            while True:
                wait = self.due_in()
                if wait > 0:
                    await self._sleep(min(wait, RETRY))
                    continue
                try:
                    made = await asyncio.to_thread(self.make)
                except (StoreTrouble, OSError) as error:
                    if not told:
                        _log.warning("No backup was made: %s It is tried again each hour.", error)
                    told = True
                    await self._sleep(RETRY)
                except Stopped:
                    return
                else:
                    told = False
                    _log.info("Backup: %s", made)
        finally:
            self._stop.set()

    def due_in(self) -> float:
        """Seconds until the next backup, at most the time between two; 0 where there is none."""
        copies = self.copies()
        if not copies:
            return 0.0
        last = made_at(copies[-1]) or 0.0
        return max(0.0, min(self._seconds, last + self._seconds - self._now()))

    def make(self) -> Path:
        """Make one now and remove the oldest; raises StoreTrouble, OSError or Stopped."""
        self._folder.mkdir(parents=True, exist_ok=True)
        target = self._folder / f"salud-{stamp(self._now())}.db"
        backup(self._database, target, stop=self._stop.is_set)
        for old in self.copies()[: -self._kept]:
            old.unlink(missing_ok=True)
        return target

    def copies(self) -> list[Path]:
        """The backups that are there, the oldest first; other files are none of ours."""
        try:
            return sorted(path for path in self._folder.iterdir() if made_at(path) is not None)
        except OSError:
            return []


def made_at(path: Path) -> float | None:
    """When a backup was made, in seconds since 1970, by its name; None if it is none of ours."""
    if found := _NAME.fullmatch(path.name):
        with contextlib.suppress(ValueError):
            return datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC).timestamp()
    return None
