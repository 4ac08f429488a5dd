"""The matches in memory: one lock each, a cache that the database may always overrule."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from bot.match.errors import NoSuchMatch
from bot.match.loaded import BrokenMatch, Loaded, build
from bot.match.ports import Clock, Entropy, Games, Store
from bot.match.results import results
from bot.match.roster import fold
from bot.match.types import (
    Change,
    EventKind,
    Head,
    Holder,
    LogEntry,
    MatchEvent,
    MatchId,
    Press,
    Status,
)
from engine.core import driver
from engine.core.types import Seat

CACHED = 256
"""How many matches are kept in memory."""


class Matches:
    """Loads matches, lets one change at a time happen to each, and commits it."""

    def __init__(self, store: Store, games: Games, clock: Clock, entropy: Entropy) -> None:
        self.store = store
        self.games = games
        self.clock = clock
        self.entropy = entropy
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._cache: OrderedDict[MatchId, Loaded] = OrderedDict()

    async def look(self, match: MatchId) -> Loaded:
        """The match as it is now; raises NoSuchMatch or BrokenMatch."""
        head = await self.store.head(match)
        cached = self._cache.get(match)
        if cached is not None and head == _head(cached):
            self._cache.move_to_end(match)
            return cached
        stored = await self.store.load(match)
        if head is None or stored is None:
            raise NoSuchMatch
        if len(stored.log) < head.seq or len(stored.events) < head.events:
            raise BrokenMatch(f"match {match}: the end of its log is missing")
        game = self.games.game(stored.record.game, stored.record.rules)
        if game is None:
            raise NoSuchMatch
        return self._remember(build(stored, game))

    @asynccontextmanager
    async def hold(self, match: MatchId) -> AsyncIterator[Loaded]:
        """The match as it is now, with nobody else in this process changing it meanwhile."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        async with lock:
            yield await self.look(match)

    async def commit(
        self,
        loaded: Loaded,
        advances: Sequence[driver.Advance[Any]] = (),
        events: Sequence[MatchEvent] = (),
        press: Press | None = None,
    ) -> Loaded:
        """Make it count, and give the match after it.

        A match that ends by its rules gets its event here.
        Raises Conflict or PressedBefore, and then nothing has changed.
        """
        now = self.clock.now()
        entries = tuple(
            LogEntry(made.entry, driver.digest(made.position.state), now) for made in advances
        )
        position = advances[-1].position if advances else loaded.position
        after = Loaded(
            loaded.record,
            loaded.game,
            (*loaded.events, *events),
            (*loaded.log, *entries),
            fold((*loaded.events, *events)),
            position,
        )
        if after.status is Status.RUNNING and after.position is None:
            after = _begun(after)
        if after.status is Status.RUNNING and after.outcome is not None:
            finished = MatchEvent(len(after.events), after.seq, EventKind.FINISHED, now)
            after = Loaded(
                after.record,
                after.game,
                (*after.events, finished),
                after.log,
                fold((*after.events, finished)),
                after.position,
            )
        change = Change(
            match=after.record.id,
            seq=loaded.seq,
            n=len(loaded.events),
            entries=entries,
            events=after.events[len(loaded.events) :],
            press=press,
            status=after.status,
            holders=_people(after),
            computer_due=bool(after.computers_to_act),
            results=results(after) if after.status is Status.OVER else (),
        )
        await self.store.commit(change)
        return self._remember(after)

    def event(
        self,
        loaded: Loaded,
        kind: EventKind,
        *,
        ahead: int = 0,
        seat: Seat | None = None,
        holder: Holder = None,
        detail: str = "",
    ) -> MatchEvent:
        """The next event of a match; `ahead` counts those made before it in the same change."""
        n = len(loaded.events) + ahead
        return MatchEvent(n, loaded.seq, kind, self.clock.now(), seat, holder, detail)

    def forget(self, match: MatchId) -> None:
        """Drop a match from memory."""
        self._cache.pop(match, None)

    def _remember(self, loaded: Loaded) -> Loaded:
        self._cache[loaded.record.id] = loaded
        self._cache.move_to_end(loaded.record.id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return loaded


def _head(loaded: Loaded) -> Head:
    record = loaded.record
    return Head(loaded.seq, len(loaded.events), record.place, record.invitation)


def _begun(loaded: Loaded) -> Loaded:
    position = driver.start(loaded.game, loaded.seats)
    return Loaded(loaded.record, loaded.game, loaded.events, loaded.log, loaded.roster, position)


def _people(loaded: Loaded) -> tuple[int, ...]:
    if loaded.status is Status.OPEN:
        return (*loaded.roster.joined, *loaded.roster.waiting)
    return loaded.roster.people
