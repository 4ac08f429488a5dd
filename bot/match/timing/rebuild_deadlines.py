"""Working out the deadlines of running matches from their logs and events alone."""

import asyncio
import logging

from bot.game_register import GameRegister
from bot.match.core.store import Store
from bot.match.log.loaded import build
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import BrokenMatch
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.deadlines import all_deadlines

_log = logging.getLogger(__name__)

AT_ONCE = 100
"""How many match numbers are read at a time."""


async def rebuild_deadlines(store: Store, deadlines: DeadlineStore, games: GameRegister) -> int:
    """Replace all deadlines, also while people play; gives in how many matches."""
    count = last = 0
    while matches := await store.after(last, AT_ONCE):
        for match in matches:
            count += await _rebuilt(store, deadlines, games, match)
        last = matches[-1]
    return count


async def _rebuilt(
    store: Store, deadlines: DeadlineStore, games: GameRegister, match: MatchId
) -> bool:
    """Whether the match runs and replays, so that its deadlines could be replaced."""
    while True:
        try:
            stored = await store.load(match)
            if stored is None or stored.status != Status.RUNNING.value:
                return False
            game = games.game(stored.record.game, stored.record.rules)
            if game is None:
                return False
            found = all_deadlines(await asyncio.to_thread(build, stored, game))
        except (BrokenMatch, ValueError) as broken:  # also if its events of time make no sense
            _log.error("The deadlines of match %d stay as they were: %s", match, broken)
            return False
        if await deadlines.replace(match, found, stored.seq, stored.n):
            return True
