"""The background task that mines new puzzles: from finished matches, else from computer matches."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.match.core.matches import Matches
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.puzzles.store import Mined, PuzzleStore
from bot.match.statistics.results import took_part
from bot.match.values.errors import Refusal
from bot.match.values.players import is_person
from bot.worker.mining import SpentForToday
from bot.worker.process import WorkerLost
from engine.core.game import AnyGame
from engine.core.puzzlefile import write
from engine.core.puzzles import Puzzle
from engine.core.types import Entry

_log = logging.getLogger(__name__)

EVERY = 600.0
"""Seconds between two matches."""
ENOUGH, FOR_DAYS = 400, 60
"""Computers play matches for more puzzles of a game while it has fewer than ENOUGH in all, of which
players use up some, or fewer than FOR_DAYS for days to come.
"""
FROM_MATCH, FROM_COMPUTERS = "match", "computers"


class Miner(Protocol):
    async def mine(
        self, game: AnyGame, seats: int, log: tuple[Entry, ...]
    ) -> tuple[Puzzle, ...]: ...

    async def mine_own(self, game: AnyGame, seed: bytes) -> tuple[Puzzle, ...]: ...


class PuzzleMining:
    def __init__(self, matches: Matches, store: PuzzleStore, miner: Miner) -> None:
        self._matches, self._store, self._miner = matches, store, miner

    async def keep(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        while True:
            await pause(EVERY)
            try:
                await self.once()
            except SpentForToday:
                continue
            except (Refusal, StoreTrouble, WorkerLost) as error:
                _log.warning("Mining a puzzle failed: %r", error)

    async def once(self) -> int:
        """Mine a match; return the number of puzzles."""
        games = self._matches.games
        playable = [name for name in games.names if games.newest(name).puzzle_kinds]
        for name in playable:
            match = await self._store.next_to_mine(name)
            if match is not None:
                return await self._mine(match)
        for name in playable:
            known, left = await self._store.known(name), await self._store.left_for_days(name)
            if len(known) < ENOUGH or left < FOR_DAYS:
                game = games.newest(name)
                puzzles = await self._miner.mine_own(game, self._matches.new_seed())
                return await self._keep(puzzles, FROM_COMPUTERS)
        return 0

    async def _mine(self, match: MatchId) -> int:
        """Mine a match if it is over and all its players agree. It is never mined again."""
        if not await self._store.take_to_mine(match):
            return 0
        loaded = await self._matches.load(match)
        secret = loaded.record.private or loaded.record.day is not None
        if loaded.status is not Status.OVER or loaded.roster.void is not None or secret:
            return 0
        mined = Mined(match, tuple(user for user in took_part(loaded) if is_person(user)))
        if not await self._store.may_mine(mined):
            return 0
        puzzles = await self._miner.mine(loaded.game, loaded.seats, loaded.entries)
        return await self._keep(puzzles, FROM_MATCH, mined)

    async def _keep(
        self, puzzles: tuple[Puzzle, ...], source: str, mined: Mined | None = None
    ) -> int:
        texts = [(puzzle, write(puzzle)) for puzzle in puzzles]
        return len(texts) if await self._store.add(texts, source, mined) else 0
