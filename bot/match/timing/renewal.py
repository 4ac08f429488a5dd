"""Making anew what is due in matches that run: from their logs and events alone."""

import asyncio
import logging

from bot.match.loaded import BrokenMatch, build
from bot.match.ports import Games, Store
from bot.match.timing.deadlines import all_due
from bot.match.timing.ports import Deadlines
from bot.match.types import MatchId, Status

_log = logging.getLogger(__name__)

AT_ONCE = 100
"""So many numbers of matches are read at a time."""


async def renew(store: Store, deadlines: Deadlines, games: Games) -> int:
    """Work out anew what is due, also while matches go on; gives in how many matches."""
    count = last = 0
    while matches := await store.after(last, AT_ONCE):
        for match in matches:
            count += await _renewed(store, deadlines, games, match)
        last = matches[-1]
    return count


async def _renewed(store: Store, deadlines: Deadlines, games: Games, match: MatchId) -> bool:
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
        if await deadlines.renew(match, all_due(loaded), stored.seq, stored.n):
            return True
