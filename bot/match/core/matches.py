"""The matches in memory: a lock for each, and a cache that the database may always overrule."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeVar

from bot.game_register import GameRegister
from bot.match.core.change import Change, Decision
from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.exclusion import KeyedLocks, attempts
from bot.match.core.store import Store
from bot.match.core.transition import transition, with_results
from bot.match.log.events import MatchEvent
from bot.match.log.loaded import Loaded, NewEvents, build
from bot.match.log.records import Head, MatchId, NewMatch, Record, Status, Stored
from bot.match.log.store_errors import (
    BrokenMatch,
    Conflict,
    PressedBefore,
    StoreTrouble,
    Unfinished,
)
from bot.match.timing.deadlines import next_idle
from bot.match.timing.lateness import latenesses
from bot.match.values.caps import Caps
from bot.match.values.days import end_of
from bot.match.values.errors import DayOver, Frozen, NoSuchMatch
from bot.match.values.times import Clock
from bot.observing.answer import current
from bot.observing.observer import Observer
from engine.core.chance import SEED_BYTES
from engine.core.game import AnyGame

CACHED = 256
"""How many matches that go on are kept."""
CACHED_OVER = 32
"""How many that are over are kept: they are looked at now and then, and nobody waits for them."""


class KeptMatches:
    """Matches by their numbers; the ones that were asked for least lately go first."""

    def __init__(self) -> None:
        self._live: OrderedDict[MatchId, Loaded] = OrderedDict()
        self._over: OrderedDict[MatchId, Loaded] = OrderedDict()

    def get(self, match: MatchId) -> Loaded | None:
        """The match as it was kept; None if it is not in memory."""
        for kept in (self._live, self._over):
            if match in kept:
                kept.move_to_end(match)
                return kept[match]
        return None

    def put(self, loaded: Loaded) -> None:
        """Keep a match."""
        match = loaded.record.id
        self.drop(match)
        live = loaded.status in (Status.OPEN, Status.RUNNING)
        kept, most = (self._live, CACHED) if live else (self._over, CACHED_OVER)
        kept[match] = loaded
        while len(kept) > most:
            kept.popitem(last=False)

    def drop(self, match: MatchId) -> None:
        """Keep a match no longer."""
        self._live.pop(match, None)
        self._over.pop(match, None)


def replayed(stored: Stored, game: AnyGame) -> Loaded:
    """What is stored, replayed; raises BrokenMatch, also if its events of time make no sense."""
    loaded = build(stored, game)
    try:
        latenesses(loaded)
        next_idle(loaded)
    except ValueError as error:
        raise BrokenMatch(f"match {stored.record.id}: its history is no history") from error
    return loaded


_log = logging.getLogger(__name__)

T = TypeVar("T")
BECAME = {
    Status.OPEN: "opened",
    Status.RUNNING: "begun",
    Status.OVER: "ended",
    Status.CALLED_OFF: "called off",
}
"""What an observer is told of a match that has come to be so."""


def new_seed() -> bytes:
    """32 bytes that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


class Matches:
    """Loads matches, lets one change at a time happen to each, and commits it."""

    def __init__(
        self,
        store: Store,
        games: GameRegister,
        clock: Clock,
        seed: Callable[[], bytes] = new_seed,
        observer: Observer | None = None,
    ) -> None:
        self.store = store
        self.games = games
        self.clock = clock
        self.new_seed = seed
        self.observer = Observer() if observer is None else observer
        self._locks = KeyedLocks()
        self._kept = KeptMatches()
        self._committing: dict[MatchId, asyncio.Event] = {}

    async def look(self, match: MatchId) -> Loaded:
        """The match as it is now; raises NoSuchMatch, or Frozen if it does not replay."""
        head = await self.store.head(match)
        if head is None:
            raise NoSuchMatch
        if head.frozen:
            self.drop_cached(match)
            raise Frozen
        kept = self._kept.get(match)
        if kept is not None and head == _head(kept):
            return kept
        if match in self._committing:  # what is on disk will be in memory, too, in a moment
            await self._committing[match].wait()
            return await self.look(match)
        try:
            loaded = await self._load(match)
        except BrokenMatch as broken:
            await self._freeze(match, broken)
            raise Frozen from broken
        if loaded is None:
            raise NoSuchMatch
        return self._remember(loaded)

    async def change(self, match: MatchId, act: Callable[[Loaded], Awaitable[T]]) -> T:
        """What `act` gives for the match as it is now, with its lock held.

        `act` decides and commits. If it raises Conflict, as another process was faster, it is
        called again with the match as it is by then. Raises what `look` and `act` raise, and
        Conflict if others are faster every time.
        """
        for attempt in attempts():
            with attempt:
                async with self.hold(match) as loaded:
                    return await act(loaded)
        raise Conflict

    async def change_held(self, held: Loaded, act: Callable[[Loaded], Awaitable[T]]) -> T:
        """As `change`, for a caller that holds the match already and has just read it."""
        loaded = held
        for attempt in attempts():
            with attempt:
                return await act(loaded)
            loaded = await self.look(held.record.id)
        raise Conflict

    @asynccontextmanager
    async def hold(self, match: MatchId) -> AsyncIterator[Loaded]:
        """The match as it is now; nobody else in this process changes it meanwhile."""
        async with self.locked(match):
            yield await self.look(match)

    def locked(self, match: MatchId) -> asyncio.Lock:
        """Return the lock for all changes to a match, which can also be frozen or missing."""
        return self._locks.of(match)

    async def create(
        self,
        new: NewMatch,
        events: Sequence[MatchEvent],
        caps: Caps | None,
        asked: tuple[Loaded, MatchEvent] | None = None,
    ) -> Loaded:
        """Make a match, with its first events.

        `asked` is an event of another match that is committed together with it; its detail
        becomes the number of the new match. Raises CapReached, Conflict or StoreTrouble, and then
        nothing has changed; or Unfinished or Unsure. Frozen, or NoSuchMatch for a game that isn't
        installed, come after it is made.
        """
        change = None
        if asked is not None:
            before, event = asked
            _, change = transition(before, Decision(events=(event,)), self.clock.now())

        async def made() -> Record | None:
            return None if new.interaction is None else await self.store.opened(new.interaction)

        record = await confirmed_write(lambda: self.store.create(new, events, caps, change), made)
        if (record.created, record.seed) == (new.created, new.seed):  # else it was there before
            self._tell(record, "opened")
        try:
            return await self.look(record.id)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def commit(self, loaded: Loaded, decision: Decision) -> Loaded:
        """Make a decision count; gives the match after it.

        Raises Conflict, PressedBefore, CapReached or StoreTrouble, or DayOver for a move in a match
        whose day is over, and then nothing has changed; or Unfinished or Unsure.
        """
        now, day = self.clock.now(), loaded.record.day
        if day is not None and decision.advances and now >= end_of(day):
            raise DayOver
        after, change = transition(loaded, decision, now)
        if after.status is Status.OVER and loaded.status is not Status.OVER:
            change = await asyncio.to_thread(with_results, change, after)

        async def append() -> Loaded:
            await self.store.commit(change)
            return after

        match, done = loaded.record.id, asyncio.Event()
        self._committing[match] = done
        try:
            stored = self._remember(await confirmed_write(append, lambda: self._found(change)))
        except BrokenMatch as broken:  # it is on disk; the next look freezes the match
            raise Unfinished(str(broken)) from broken
        finally:
            done.set()
            if self._committing.get(match) is done:
                del self._committing[match]
        if after.status is not loaded.status:
            self._tell(loaded.record, BECAME[after.status])
        return stored

    async def _found(self, change: Change) -> Loaded | None:
        """The match if a change is in it, also one that another process appended; else None.

        Raises PressedBefore if the press has counted, and BrokenMatch if the match does not replay.
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

    def new_events(self, loaded: Loaded) -> NewEvents:
        """An empty list of events that are to follow those of a match.

        What happens in a match of a day happens on that day, even if it is noted later.
        """
        now, day = self.clock.now(), loaded.record.day
        return NewEvents(loaded, now if day is None else min(now, end_of(day) - 1))

    async def verify(self, match: MatchId) -> bool:
        """Whether a match replays to the digests stored beside it; if not, it is frozen.

        A frozen match that replays, because the cause has been mended, goes on.
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
            self._tell(loaded.record, "mended")
        return True

    def drop_cached(self, match: MatchId) -> None:
        """Drop a match from memory."""
        self._kept.drop(match)

    async def _load(self, match: MatchId) -> Loaded | None:
        """What is stored, replayed in a thread; None if the match or its game is missing."""
        stored = await self.store.load(match)
        if stored is None:
            return None
        game = self.games.game(stored.record.game, stored.record.rules)
        if game is None:
            return None
        return await asyncio.to_thread(replayed, stored, game)

    async def _freeze(self, match: MatchId, broken: BrokenMatch) -> None:
        """Let nothing be done to a match, and report it; the other matches go on."""
        self.drop_cached(match)
        _log.error("Match %d is frozen: %s", match, broken)
        self.observer.match_changed(match, 0, "", "frozen")
        try:
            await self.store.freeze(match, frozen=True)
        except StoreTrouble as trouble:
            _log.error("That match %d is frozen could not be noted: %s", match, trouble)

    def _tell(self, record: Record, what: str) -> None:
        answer = current()
        if answer is not None and answer.match is None:
            answer.match = record.id  # it is about the match that it opens
        self.observer.match_changed(record.id, record.guild, record.game, what)

    def _remember(self, loaded: Loaded) -> Loaded:
        self._kept.put(loaded)
        return loaded


def _timeless(events: Sequence[MatchEvent]) -> list[MatchEvent]:
    """These events without their times."""
    return [replace(event, at=0) for event in events]


def _head(loaded: Loaded) -> Head:
    record = loaded.record
    place, invitation = record.place, record.invitation
    return Head(loaded.seq, len(loaded.events), place, invitation, forgotten=record.forgotten)


class Verifier:
    """Goes through all matches by number, again and again."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._last = 0
        """The last match that was verified."""

    async def verify_next(self, most: int) -> None:
        """Verify up to `most` of the next matches, off the event loop.

        One that does not replay is frozen and reported in the log. Raises StoreTrouble.
        """
        matches = await self._matches.store.after(self._last, most)
        for match in matches:
            await self._matches.verify(match)
        self._last = matches[-1] if matches else 0
