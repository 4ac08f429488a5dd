"""`python -m bot rebuild`, and automatic rebuilding after an update."""

import asyncio
import logging
from collections.abc import Iterator, Sequence

from bot.app.settings import Settings
from bot.app.start_check import start_check
from bot.game_register import GameRegister
from bot.match.core.store import Store
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.rebuild.service import go_on, rebuild, rebuild_deadlines
from bot.match.rebuild.store import DerivedStore, Rebuilt
from bot.match.timing.deadline_store import DeadlineStore
from bot.storage.base.database import Database
from bot.storage.opening import open_database

_log = logging.getLogger(__name__)

AGAIN, MUCH_LATER = 60.0, 3600.0
BREATH = 0.01
KEPT = 3
"""Exit code of `rebuild` if it kept rows as they were stored, because their matches can't be
replayed.
"""


async def rebuild_all(settings: Settings, games: GameRegister) -> tuple[str, int]:
    """Return the summary and the exit code."""
    database = await open_database(settings.salud_database, check=start_check(games))
    try:
        finished = await rebuild(Store(database), _derived(database), games)
        running = await rebuild_deadlines(Store(database), DeadlineStore(database), games)
    finally:
        await database.close()
    matches = "1 running match" if running.matches == 1 else f"{running.matches} running matches"
    times = f"Computed the due times of {matches} again."
    both = finished + running
    sentences = (_from(finished), times, *_not_replayed(both))
    return " ".join(sentences), KEPT if both.kept or both.lost else 0


async def bring_up_to_date(database: Database, games: GameRegister) -> None:
    """Rebuild rows that an older version computed, while the bot serves; retry after a failure.

    This replays every finished match, which can take minutes. Leaderboards and profiles keep their
    old rows until then. It also continues an interrupted `rebuild_all`.
    """
    while True:
        try:
            derived = _derived(database)
            if await derived.is_stale():
                rebuilt = await go_on(Store(database), derived, games)
                if rebuilt != Rebuilt():
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
    return " ".join((_from(rebuilt), *_not_replayed(rebuilt)))


def _from(rebuilt: Rebuilt) -> str:
    matches = "1 finished match" if rebuilt.matches == 1 else f"{rebuilt.matches} finished matches"
    return f"Rebuilt from {matches}."


def _not_replayed(rebuilt: Rebuilt) -> Iterator[str]:
    if rebuilt.kept:
        yield f"Kept as stored, because they can't be replayed: {_numbers(rebuilt.kept)}."
    if rebuilt.lost:
        yield f"Without results, because they can't be replayed: {_numbers(rebuilt.lost)}."


def _numbers(matches: Sequence[MatchId]) -> str:
    return ", ".join(f"#{match}" for match in matches)


def _derived(database: Database) -> DerivedStore:
    return DerivedStore(database, BREATH)
