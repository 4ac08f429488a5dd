"""Rebuild derived rows from the logs and events of matches alone.

`rebuild` replaces the statistics of finished matches, `rebuild_deadlines` the deadlines of running
ones. Both run while people play, so neither locks the database for long. `rebuild` computes all
rows of one server beside the database, and then writes the differences in small transactions. If a
match of the server ends meanwhile, or a person is forgotten, the store refuses the next
transaction, and the server is computed again.
"""

import asyncio
import logging

from bot.game_register import GameRegister
from bot.match.core.store import Store
from bot.match.log.loaded import build
from bot.match.log.records import MatchId, Status, Stored
from bot.match.log.store_errors import BrokenMatch, StoreTrouble
from bot.match.rebuild.store import DerivedStore, Rebuilt, ServerSnapshot
from bot.match.statistics.projections import Period, period_name
from bot.match.statistics.result import EndedMatch
from bot.match.statistics.results import day_points, results, took_part
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.deadlines import all_deadlines

_log = logging.getLogger(__name__)


AT_ONCE = 100


async def rebuild(store: Store, derived: DerivedStore, games: GameRegister) -> Rebuilt:
    """Rebuild everything, off the event loop; keep the rows of matches that can't be replayed.

    An interrupted rebuild is dropped: this one starts with the first server.
    """
    await derived.begin()
    return await go_on(store, derived, games)


async def go_on(store: Store, derived: DerivedStore, games: GameRegister) -> Rebuilt:
    rebuilt = Rebuilt()
    for guild in await derived.servers_left():
        rebuilt += await _server(store, derived, games, guild)
    await derived.finish()
    return rebuilt


async def _server(store: Store, derived: DerivedStore, games: GameRegister, guild: int) -> Rebuilt:
    endings: dict[MatchId, EndedMatch | None] = {}
    before: ServerSnapshot | None = None
    while True:
        known = await derived.snapshot(guild)
        if before is not None:  # earlier reads can name people who were forgotten since
            for match in await derived.forgotten_matches(guild, before.former):
                endings.pop(match, None)
        before = known
        for match in known.over:
            if match not in endings:
                endings[match] = await _ending(store, derived, games, match)
        replayed = [ending for match in known.over if (ending := endings[match]) is not None]
        rebuilt = await derived.put(guild, replayed, known)
        if rebuilt is not None:
            return rebuilt


async def _ending(
    store: Store, derived: DerivedStore, games: GameRegister, match: MatchId
) -> EndedMatch | None:
    try:
        stored = await _load(store, derived, match)
        game = None if stored is None else games.game(stored.record.game, stored.record.rules)
        if stored is None or game is None:
            _log.error("Match %d can't be replayed: its rules version isn't installed", match)
            return None
        loaded = await asyncio.to_thread(build, stored, game)
        assert loaded.roster.ended is not None, "the match is over"
        period_name(Period.MONTH, loaded.roster.ended)  # raises for a time that no calendar has
        match_results = await asyncio.to_thread(results, loaded)
    except StoreTrouble:
        raise
    except BrokenMatch as broken:
        _log.error("Match %d can't be replayed: %s", match, broken)
        return None
    except Exception:  # noqa: BLE001 - one bad match must not stop the others
        _log.exception("Match %d can't be replayed", match)
        return None
    record, ended = loaded.record, loaded.roster.ended
    return EndedMatch(
        match,
        record.guild,
        record.game,
        ended,
        took_part(loaded),
        match_results,
        day_points(loaded),
    )


async def _load(store: Store, derived: DerivedStore, match: MatchId) -> Stored | None:
    """Load a match; raise BrokenMatch if this match alone can't be read."""
    try:
        return await store.load(match)
    except StoreTrouble as trouble:
        _log.warning("Match %d is read again: %s", match, trouble)
    try:
        return await store.load(match)
    except StoreTrouble as trouble:
        await derived.is_stale()  # raises if the whole database can't be read
        raise BrokenMatch(f"match {match}: {trouble}") from trouble


async def rebuild_deadlines(store: Store, deadlines: DeadlineStore, games: GameRegister) -> Rebuilt:
    rebuilt, last = Rebuilt(), 0
    while matches := await store.matches_after(last, AT_ONCE):
        for match in matches:
            rebuilt += await _rebuilt_deadlines(store, deadlines, games, match)
        last = matches[-1]
    return rebuilt


async def _rebuilt_deadlines(
    store: Store, deadlines: DeadlineStore, games: GameRegister, match: MatchId
) -> Rebuilt:
    while True:
        try:
            stored = await store.load(match)
            if stored is None or stored.status != Status.RUNNING.value:
                return Rebuilt()
            game = games.game(stored.record.game, stored.record.rules)
            if game is None:
                return Rebuilt(kept=(match,))
            earliest = all_deadlines(await asyncio.to_thread(build, stored, game))
        except (BrokenMatch, ValueError) as broken:  # ValueError: impossible times
            _log.error("The deadlines of match %d stay as they were: %s", match, broken)
            return Rebuilt(kept=(match,))
        if await deadlines.replace(match, earliest, stored.seq, stored.n):
            return Rebuilt(1)
