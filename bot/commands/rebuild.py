"""`python -m bot rebuild`, and automatic rebuilding after an update."""

import asyncio
import logging

from bot.game_register import GameRegister
from bot.games import load_games
from bot.match.core.store import Store
from bot.match.log.store_errors import StoreTrouble
from bot.match.rebuild.service import Rebuilt, go_on, rebuild, rebuild_deadlines
from bot.match.rebuild.store import DerivedStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.settings import Settings
from bot.storage.base.database import Database
from bot.storage.opening import open_database

_log = logging.getLogger(__name__)

AGAIN, MUCH_LATER = 60.0, 3600.0
BREATH = 0.01


async def rebuild_all(settings: Settings) -> str:
    database = await open_database(settings.salud_database)
    try:
        games = load_games()
        text = summary(await rebuild(Store(database), _derived(database), games))
        running = await rebuild_deadlines(Store(database), DeadlineStore(database), games)
        matches = "1 running match" if running == 1 else f"{running} running matches"
        return f"{text} Computed the due times of {matches} again."
    finally:
        await database.close()


async def bring_up_to_date(database: Database, games: GameRegister) -> None:
    """Rebuild rows that an older version computed, while the bot serves; retry after a failure.

    This replays every finished match, which can take minutes. Leaderboards and profiles keep their
    old rows until then. It also continues an interrupted `rebuild_all`.
    """
    while True:
        try:
            derived = _derived(database)
            if await derived.stale():
                rebuilt = await go_on(Store(database), derived, games)
                if rebuilt.matches or rebuilt.left_out:
                    _log.warning("Leaderboards and profiles were out of date. %s", summary(rebuilt))
        except StoreTrouble as trouble:
            _log.warning("Leaderboards and profiles can't be rebuilt now: %s", trouble)
            await asyncio.sleep(AGAIN)
        except Exception:  # noqa: BLE001 - logged; only this task is delayed
            _log.exception("Leaderboards and profiles can't be rebuilt; tried again in an hour")
            await asyncio.sleep(MUCH_LATER)
        else:
            return


def summary(rebuilt: Rebuilt) -> str:
    matches = "1 finished match" if rebuilt.matches == 1 else f"{rebuilt.matches} finished matches"
    done = f"Rebuilt from {matches}."
    if not rebuilt.left_out:
        return done
    numbers = ", ".join(f"#{match}" for match in rebuilt.left_out)
    return f"{done} These can't be replayed and were left out: {numbers}."


def _derived(database: Database) -> DerivedStore:
    return DerivedStore(database, BREATH)
