"""Making anew what is derived from matches that are over: from their logs and events alone."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.holders import UserId
from bot.match.loaded import BrokenMatch, build
from bot.match.ports import Games, Store
from bot.match.results import results, took_part
from bot.match.types import MatchId, Result

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a match that is over leads to."""

    match: MatchId
    guild: int
    ended: int
    """In seconds since 1970."""
    people: tuple[UserId, ...]
    """Everybody who held a seat."""
    results: tuple[Result, ...]
    """What they take from it; () where it does not count."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was done."""

    matches: int
    """Those from which everything was made."""
    left_out: tuple[MatchId, ...]
    """Those that can't be replayed."""


class DerivedStore(Protocol):
    """Where what is derived is kept."""

    async def stale(self) -> bool:
        """Whether it was never made, or by an older version."""

    async def over(self) -> tuple[MatchId, ...]:
        """All matches that are over, in order of their numbers."""

    async def former(self) -> int:
        """How many former miners there have ever been: more when somebody is forgotten."""

    async def replace(
        self, endings: Sequence[Ending], known: Sequence[MatchId], former: int
    ) -> bool:
        """Put these in place of all there is, in one transaction.

        False, and nothing is changed, where others are over than those that are `known`, or
        somebody was forgotten since there were so many former miners.
        """


async def rebuild(store: Store, derived: DerivedStore, games: Games) -> Rebuilt:
    """Make everything anew, off the event loop, also while matches go on."""
    endings: dict[MatchId, Ending] = {}
    left_out: list[MatchId] = []
    former = await derived.former()
    while True:
        if former != (now := await derived.former()):
            former = now
            endings.clear()  # some may name whoever was forgotten meanwhile
        over = await derived.over()
        for match in over:
            if match in endings or match in left_out:
                continue
            ending = await _ending(store, games, match)
            if ending is None:
                left_out.append(match)
            else:
                endings[match] = ending
        if await derived.replace(tuple(endings.values()), over, former):
            return Rebuilt(len(endings), tuple(left_out))


async def _ending(store: Store, games: Games, match: MatchId) -> Ending | None:
    """What a match leads to; None where it can't be replayed."""
    stored = await store.load(match)
    game = None if stored is None else games.game(stored.record.game, stored.record.rules)
    if stored is None or game is None:
        _log.error("Match %d is left out: there is no such game or rules version", match)
        return None
    try:
        loaded = await asyncio.to_thread(build, stored, game)
    except BrokenMatch as broken:
        _log.error("Match %d is left out: %s", match, broken)
        return None
    assert loaded.roster.ended is not None, "the match is over"
    taken = await asyncio.to_thread(results, loaded)
    return Ending(match, loaded.record.guild, loaded.roster.ended, took_part(loaded), taken)
