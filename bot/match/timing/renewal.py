"""Making anew what is due in matches that run: from their logs and events alone."""

import asyncio
import logging

from bot.match.games import Games
from bot.match.loaded import BrokenMatch, build
from bot.match.records import MatchId, Status
from bot.match.store import Store
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.deadlines import all_deadlines

_log = logging.getLogger(__name__)

AT_ONCE = 100
"""So many numbers of matches are read at a time."""


async def renew(store: Store, deadlines: DeadlineStore, games: Games) -> int:
    """Work out anew what is due, also while matches go on; gives in how many matches."""
    count = last = 0
    while matches := await store.after(last, AT_ONCE):
        for match in matches:
            count += await _renewed(store, deadlines, games, match)
        last = matches[-1]
    return count


async def _renewed(store: Store, deadlines: DeadlineStore, games: Games, match: MatchId) -> bool:
    """Whether it runs and can be replayed."""
    while True:
        try:
            stored = await store.load(match)
            if stored is None or stored.status != Status.RUNNING.value:
                return False
            game = games.game(stored.record.game, stored.record.rules)
            if game is None:
                return False
            loaded = await asyncio.to_thread(build, stored, game)
        except BrokenMatch as broken:
            _log.error("What is due stays as it was: %s", broken)
            return False
        if await deadlines.renew(match, all_deadlines(loaded), stored.seq, stored.n):
            return True
