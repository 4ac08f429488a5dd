"""Background tasks: verifying matches, rebuilding statistics, backups."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from bot.app.commands.backups import Backups
from bot.app.settings import Settings
from bot.database_address import is_server
from bot.match.core.matches import Matches
from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.ownership import Ownership
from bot.storage.base.database import Database
from cogs.runtime.supervisor import Supervisor, Work

_log = logging.getLogger(__name__)

LOOK = 5.0
LOOK_BACK = 2.0
VERIFIED = 5


@asynccontextmanager
async def background(supervisor: Supervisor, works: Mapping[str, Work]) -> AsyncIterator[None]:
    tasks = [supervisor.keep(name, work) for name, work in works.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def leading(ownership: Ownership, work: Work) -> None:
    while not ownership.owns(0):  # noqa: ASYNC110 - another process can give up shard 0 at any time
        await asyncio.sleep(LOOK)
    await work()


async def verify(matches: Matches, every: float, ownership: Ownership) -> None:
    last = 0
    while True:
        await asyncio.sleep(every)
        if not ownership.owns(0):
            continue
        try:
            last = await matches.verify_after(last, VERIFIED)
        except StoreTrouble as trouble:
            _log.warning("Failed to verify matches: %s", trouble)


async def look_back(database: Database) -> None:
    while True:
        try:
            await database.look_back()
        except StoreTrouble as trouble:
            _log.info("Could not check the newest commits: %s", trouble)
        await asyncio.sleep(LOOK_BACK)


async def backups(settings: Settings) -> None:
    if is_server(settings.salud_database):
        _log.info("The database's own tools make its backups: see docs/storage.md")
    elif settings.salud_backups_kept:
        await Backups(
            settings.salud_database,
            Path(settings.salud_backups),
            kept=settings.salud_backups_kept,
            seconds=settings.salud_backup_hours * 3600,
        ).keep()
