"""The matches in memory: one lock each, a cache that the database may always overrule."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from bot.match.caps import CapCheck, Caps
from bot.match.change import Change
from bot.match.clock import Clock
from bot.match.confirmed_write import confirmed_write
from bot.match.entropy import Entropy
from bot.match.errors import Frozen, NoSuchMatch
from bot.match.events import EventKind, MatchEvent
from bot.match.games import Games
from bot.match.holders import Holder, UserId
from bot.match.loaded import BrokenMatch, Loaded, build
from bot.match.playing.turns import begin, follow
from bot.match.records import Head, LogEntry, MatchId, NewMatch, Press, Record, Status, Stored
from bot.match.roster import fold
from bot.match.statistics.results import results, took_part
from bot.match.store import Store
from bot.match.store_errors import PressedBefore, StoreTrouble, Unfinished
from bot.match.timing.deadlines import deadlines_after
from bot.match.timing.idle import next_idle
from bot.match.timing.lateness import latenesses
from bot.match.timing.notices import events_with_notice
from bot.match.timing.reminder_schedule import schedule_after
from engine.core import driver
from engine.core.game import AnyGame
from engine.core.types import Seat

_log = logging.getLogger(__name__)

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
        """The match as it is now; raises NoSuchMatch, or Frozen where it does not replay."""
        head = await self.store.head(match)
        if head is None:
            raise NoSuchMatch
        if head.frozen:
            self.forget(match)
            raise Frozen
        cached = self._cache.get(match)
        if cached is not None and head == _head(cached):
            self._cache.move_to_end(match)
            return cached
        try:
            loaded = await self._load(match)
        except BrokenMatch as broken:
            await self._freeze(match, broken)
            raise Frozen from broken
        if loaded is None:
            raise NoSuchMatch
        return self._remember(loaded)

    async def verify(self, match: MatchId) -> bool:
        """Whether a match replays to the digests stored beside it; freezes it where not.

        One that was frozen and replays now, as what was wrong has been mended, goes on.
        """
        head = await self.store.head(match)
        if head is None:
            return True
        try:
            loaded = await self._load(match)
        except BrokenMatch as broken:
            if not head.frozen:
                await self._freeze(match, broken)
            return False
        if head.frozen and loaded is not None:
            await self.store.freeze(match, frozen=False)
            _log.warning("Match %d replays again and goes on", match)
        return True

    async def _load(self, match: MatchId) -> Loaded | None:
        """What is stored, replayed in a thread; None where it, or its game, is not here."""
        stored = await self.store.load(match)
        if stored is None:
            return None
        game = self.games.game(stored.record.game, stored.record.rules)
        if game is None:
            return None
        return await asyncio.to_thread(_whole, stored, game)

    async def _freeze(self, match: MatchId, broken: BrokenMatch) -> None:
        """Let nothing be done to it, and report it; the other matches go on."""
        self.forget(match)
        _log.error("Match %d is frozen: %s", match, broken)
        try:
            await self.store.freeze(match, frozen=True)
        except StoreTrouble as trouble:
            _log.error("That match %d is frozen could not be noted: %s", match, trouble)

    @asynccontextmanager
    async def hold(self, match: MatchId) -> AsyncIterator[Loaded]:
        """The match as it is now, with nobody else in this process changing it meanwhile."""
        async with self.alone(match):
            yield await self.look(match)

    @asynccontextmanager
    async def alone(self, match: MatchId) -> AsyncIterator[None]:
        """Nobody else in this process changes the match meanwhile, whatever state it is in."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        async with lock:
            yield

    async def create(
        self,
        new: NewMatch,
        events: Sequence[MatchEvent],
        caps: Caps,
        asked: tuple[Loaded, MatchEvent] | None = None,
    ) -> Loaded:
        """Make a match, with its first events.

        `asked` is an event of another match that comes to pass with it or not at all; its detail
        becomes the number of the new match. Raises CapReached, Conflict or StoreTrouble, and then
        nothing has changed; or Unfinished or Unsure.
        """
        change = None
        if asked is not None:
            before, event = asked
            _, change = self._change(before, (), (event,), None, None)

        async def made() -> Record | None:
            return None if new.interaction is None else await self.store.opened(new.interaction)

        record = await confirmed_write(lambda: self.store.create(new, events, caps, change), made)
        try:
            return await self.look(record.id)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def commit(
        self,
        loaded: Loaded,
        advances: Sequence[driver.Advance[Any]] = (),
        events: Sequence[MatchEvent] = (),
        press: Press | None = None,
        room: CapCheck | None = None,
    ) -> Loaded:
        """Make it count, and give the match after it.

        A match that ends by its rules gets its event here.
        Raises Conflict, PressedBefore, CapReached or StoreTrouble, and then nothing has changed;
        or Unsure.
        """
        after, change = self._change(loaded, advances, events, press, room)
        if after.status is Status.OVER and loaded.status is not Status.OVER:
            change = await asyncio.to_thread(_with_results, change, after)

        async def append() -> Loaded:
            await self.store.commit(change)
            return after

        return self._remember(await confirmed_write(append, lambda: self._found(change)))

    async def _found(self, change: Change) -> Loaded | None:
        """The match where it has what a change appends, whoever appended it; else None.

        Raises PressedBefore where its press has counted.
        """
        if change.press is not None:
            press = await self.store.press(change.press.interaction)
            if press is None:
                return None
            raise PressedBefore(press)
        stored = await self.store.load(change.match)
        if stored is None:
            return None
        log = stored.log[change.seq :][: len(change.entries)]
        events = stored.events[change.n :][: len(change.events)]
        entries = [kept.entry for kept in log] == [kept.entry for kept in change.entries]
        if not entries or _timeless(events) != _timeless(change.events):
            return None
        return await self._load(change.match)

    def _change(
        self,
        loaded: Loaded,
        advances: Sequence[driver.Advance[Any]],
        events: Sequence[MatchEvent],
        press: Press | None,
        room: CapCheck | None,
    ) -> tuple[Loaded, Change]:
        """The match after it, and what has to be appended for that."""
        now = self.clock.now()
        entries = tuple(
            LogEntry(made.entry, driver.digest(made.position.state), now) for made in advances
        )
        after = _after(loaded, advances, entries, events)
        if after.status is Status.RUNNING and after.outcome is not None:
            finished = MatchEvent(len(after.events), after.seq, EventKind.FINISHED, now)
            after = replace(
                after,
                events=(*after.events, finished),
                roster=fold((*after.events, finished)),
            )
        change = Change(
            match=after.record.id,
            seq=loaded.seq,
            n=len(loaded.events),
            former=loaded.record.forgotten,
            entries=entries,
            events=after.events[len(loaded.events) :],
            press=press,
            status=after.status,
            holders=_people(after),
            computer_due=bool(after.computers_to_act),
            room=room,
            to_act=after.people_to_act,
            unplanned=_unplanned(loaded, after),
            due=deadlines_after(loaded, after),
            notices=events_with_notice(after.events, len(loaded.events)),
            waiting=schedule_after(loaded, after),
        )
        return after, change

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


def _timeless(events: Sequence[MatchEvent]) -> list[MatchEvent]:
    """These events without their times."""
    return [replace(event, at=0) for event in events]


def _head(loaded: Loaded) -> Head:
    record = loaded.record
    place, invitation = record.place, record.invitation
    return Head(loaded.seq, len(loaded.events), place, invitation, former=record.forgotten)


def _whole(stored: Stored, game: AnyGame) -> Loaded:
    """What is stored, replayed; what its history says of time makes sense, too."""
    loaded = build(stored, game)
    try:
        latenesses(loaded)
        next_idle(loaded)
    except ValueError as error:
        raise BrokenMatch(f"match {stored.record.id}: its history is no history") from error
    return loaded


def _after(
    loaded: Loaded,
    advances: Sequence[driver.Advance[Any]],
    entries: Sequence[LogEntry],
    events: Sequence[MatchEvent],
) -> Loaded:
    """The match with these entries and events; a match that has begun has a position."""
    history = (*loaded.events, *events)
    roster = fold(history)
    position, turns = loaded.position, loaded.turns
    if position is None and roster.status is Status.RUNNING:
        position = driver.start(loaded.game, len(roster.holders))
        turns = begin(loaded.game, position.state, len(roster.holders), roster.started or 0)
    for made, kept in zip(advances, entries, strict=True):
        position = made.position
        turns = follow(loaded.game, turns, made.entry, position.state, kept.at)
    return Loaded(
        loaded.record,
        loaded.game,
        history,
        (*loaded.log, *entries),
        roster,
        position,
        turns,
    )


def _with_results(change: Change, after: Loaded) -> Change:
    """With what people take from its end; that it ends must never hang on that."""
    ended = replace(change, ended=after.roster.ended, took_part=took_part(after))
    try:
        return replace(ended, results=results(after))
    except Exception:  # noqa: BLE001 - `rebuild` makes results anew once what went wrong is mended
        _log.exception("The results of match %d can't be worked out", change.match)
        return ended


def _unplanned(before: Loaded, after: Loaded) -> tuple[UserId, ...]:
    """Whose plan is over: who has acted, whose plan was dropped, who has left."""
    made = (kept.entry.actor for kept in after.log[before.seq :])
    acted = {after.roster.holders[seat] for seat in made if seat is not None}
    events = after.events[len(before.events) :]
    dropped = {event.holder for event in events if event.kind is EventKind.PLAN_DROPPED}
    left = {*before.roster.people} - {*after.roster.people}
    return tuple(sorted(user for user in acted | dropped | left if user is not None))


def _people(loaded: Loaded) -> tuple[int, ...]:
    if loaded.status is Status.OPEN:
        return (*loaded.roster.joined, *loaded.roster.waiting)
    return loaded.roster.people
