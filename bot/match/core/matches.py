"""Matches in memory, and the only way to change one: look, decide, commit.

Replaying a log for each press would be slow, so Matches keeps recent matches in memory. But other
processes, restores and the operator change the database, too. `look` therefore reads the match's
Head, one small row, and uses the copy in memory only if both agree.

A change holds the match's lock, which orders the changes within this process. Between processes the
store orders them: a Change names the lengths of the log and history that it extends, and the store
raises Conflict if another process was faster. `change` then decides again for the newer match.
Without this, two presses at the same moment could both count, or one could erase the other.

A commit reaches the disk a moment before `commit` has updated the memory. Another task that looks
in between finds a newer Head on disk; `_committing` makes it wait instead of replaying the match.

A match that does not replay is frozen: no player can change it, and a moderator can only end it
without a result. All other matches continue.
"""

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
from bot.match.values.errors import (
    ClosedUnread,
    DayOver,
    EndedUnread,
    Frozen,
    NoSuchMatch,
    Refusal,
)
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from bot.observing.answer import current
from bot.observing.observer import Observer
from engine.core.chance import SEED_BYTES
from engine.core.game import AnyGame

CACHED = 256
CACHED_OVER = 8
"""Number of ended matches in memory. Players rarely open them, and a slow look delays no game."""
ROOM = 12_000_000
"""Maximum bytes of all matches in memory: some 130 of average length."""
ENTRY, POSITION = 350, 45_000
"""Measured bytes of an Entry in the log, and of a position with its latest Advances."""


def _weight(loaded: Loaded) -> int:
    return ENTRY * len(loaded.log) + (0 if loaded.position is None else POSITION)


class KeptMatches:
    """The matches used last: up to CACHED running and CACHED_OVER ended ones, and ROOM bytes."""

    def __init__(self) -> None:
        self._live: OrderedDict[MatchId, Loaded] = OrderedDict()
        self._over: OrderedDict[MatchId, Loaded] = OrderedDict()
        self.size = 0

    def get(self, match: MatchId) -> Loaded | None:
        for kept in (self._live, self._over):
            if match in kept:
                kept.move_to_end(match)
                return kept[match]
        return None

    def put(self, loaded: Loaded) -> None:
        match = loaded.record.id
        self.drop(match)
        live = loaded.status in (Status.OPEN, Status.RUNNING)
        kept, limit = (self._live, CACHED) if live else (self._over, CACHED_OVER)
        kept[match] = loaded
        self.size += _weight(loaded)
        while len(kept) > limit:
            self.drop(next(iter(kept)))
        while self.size > ROOM and (oldest := next(iter(self._over or self._live))) != match:
            self.drop(oldest)

    def drop(self, match: MatchId) -> None:
        for kept in (self._live, self._over):
            loaded = kept.pop(match, None)
            if loaded is not None:
                self.size -= _weight(loaded)

    def clear(self) -> None:
        self._live.clear()
        self._over.clear()
        self.size = 0


def replay_match(stored: Stored, game: AnyGame) -> Loaded:
    """Replay a stored match. Raise BrokenMatch if a digest differs or its events are
    inconsistent.
    """
    loaded = build(stored, game)
    try:
        latenesses(loaded)
        next_idle(loaded)
    except ValueError as error:
        raise BrokenMatch(f"match {stored.record.id}: its history is inconsistent") from error
    return loaded


_log = logging.getLogger(__name__)

T = TypeVar("T")
BECAME = {
    Status.OPEN: "opened",
    Status.RUNNING: "begun",
    Status.OVER: "ended",
    Status.CALLED_OFF: "called off",
}


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


class Matches:
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

    async def load(self, match: MatchId) -> Loaded:
        """Return the current match. Raise NoSuchMatch, or Frozen if it does not replay."""
        head = await self.store.head(match)
        if head is None:
            raise NoSuchMatch
        if head.frozen:
            self.drop_cached(match)
            raise _frozen(match, head)
        kept = self._kept.get(match)
        if kept is not None and head == _head(kept):
            return kept
        if match in self._committing:  # the match on disk will be in memory in a moment
            await self._committing[match].wait()
            return await self.load(match)
        try:
            loaded = await self._load(match)
        except BrokenMatch as broken:
            await self._freeze(match, broken)
            raise Frozen(match=match) from broken
        if loaded is None:
            raise NoSuchMatch
        return self._remember(loaded)

    async def change(self, match: MatchId, act: Callable[[Loaded], Awaitable[T]]) -> T:
        """Call `act`, which decides and commits, with the current match and its lock held.

        After a Conflict, call it again with the newer match; if others are faster every time, raise
        it.
        """
        for attempt in attempts():
            with attempt:
                async with self.hold(match) as loaded:
                    return await act(loaded)
        raise Conflict

    async def change_held(self, held: Loaded, act: Callable[[Loaded], Awaitable[T]]) -> T:
        loaded = held
        for attempt in attempts():
            with attempt:
                return await act(loaded)
            loaded = await self.load(held.record.id)
        raise Conflict

    @asynccontextmanager
    async def hold(self, match: MatchId) -> AsyncIterator[Loaded]:
        async with self.locked(match):
            yield await self.load(match)

    def locked(self, match: MatchId) -> asyncio.Lock:
        return self._locks.of(match)

    async def create(
        self,
        new: NewMatch,
        events: Sequence[MatchEvent],
        caps: Caps | None,
        asked: tuple[Loaded, MatchEvent] | None = None,
    ) -> Loaded:
        """Create a match with its first events.

        `asked` is an event of another match to commit together with it; its detail becomes the new
        number. Raises CapReached, Conflict or StoreTrouble if nothing has changed, and Unsure if
        that is unknown. Raises Unfinished, Frozen or NoSuchMatch if the match was created but can't
        be read.
        """
        change = None
        if asked is not None:
            asking, event = asked
            _, change = transition(asking, Decision(events=(event,)), self.clock.now())

        async def created_before() -> Record | None:
            return None if new.interaction is None else await self.store.opened_by(new.interaction)

        record = await confirmed_write(
            lambda: self.store.create(new, events, caps, change), created_before
        )
        # If Discord delivered the request twice, `record` is the earlier match.
        if (record.created, record.seed) == (new.created, new.seed):
            self._tell(record, "opened")
        try:
            return await self.load(record.id)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def commit(self, loaded: Loaded, decision: Decision) -> Loaded:
        """Store a decision; return the match after it.

        Raises Conflict, PressedBefore, CapReached, StoreTrouble or DayOver if nothing has changed;
        otherwise Unfinished or Unsure.
        """
        now, end = self.clock.now(), loaded.record.day_ends
        if end is not None and decision.advances and now >= end:
            raise DayOver
        after, change = transition(loaded, decision, now)
        if after.status is Status.OVER and loaded.status is not Status.OVER:
            # Results replay the whole match, which would block the event loop.
            change = await asyncio.to_thread(with_results, change, after)

        async def append() -> Loaded:
            await self.store.commit(change)
            return after

        match, done = loaded.record.id, asyncio.Event()
        self._committing[match] = done
        try:
            stored = self._remember(await confirmed_write(append, lambda: self._found(change)))
        except BrokenMatch as broken:  # the change is on disk; the next look freezes the match
            raise Unfinished(str(broken)) from broken
        finally:
            done.set()
            if self._committing.get(match) is done:
                del self._committing[match]
        if after.status is not loaded.status:
            self._tell(loaded.record, BECAME[after.status])
        return stored

    async def _found(self, change: Change) -> Loaded | None:
        """Return the match if it contains the change, even if another process stored it.

        Raises PressedBefore if the press has counted, and BrokenMatch.
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
        same_entries = [line.entry for line in log] == [line.entry for line in change.entries]
        # Another process can have made the same change at another second, so times don't count.
        if not same_entries or _timeless(events) != _timeless(change.events):
            return None
        return await self._load(change.match)

    def new_events(self, loaded: Loaded) -> NewEvents:
        """Return an empty list of events to follow those of a match.

        In a match of a day they are dated on that day, even if the bot records them later.
        """
        now, end = self.clock.now(), loaded.record.day_ends
        return NewEvents(loaded, now if end is None else min(now, end - 1))

    async def end_unread(self, match: MatchId, moderator: UserId) -> Status:
        """End a frozen match without a result; return its new status.

        Raise MatchOver or InvitationClosed if it had ended before, EndedUnread or ClosedUnread if a
        moderator was faster.
        """
        record = await self.store.unread_end(match)

        async def ended() -> Status | None:
            head = await self.store.head(match)
            return None if head is None else head.ended

        async with self.locked(match):
            status = await confirmed_write(
                lambda: self.store.end_unread(match, moderator, self.clock.now()), ended
            )
        self.observer.match_changed(match, record.guild, record.game, BECAME[status])
        return status

    async def verify(self, match: MatchId) -> bool:
        """Return whether a match replays to its digests; freeze or unfreeze it accordingly."""
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
            _log.warning("Match %d replays again and is no longer frozen", match)
            self._tell(loaded.record, "mended")
        return True

    async def verify_after(self, last: MatchId, most: int) -> MatchId:
        """Verify up to `most` matches with numbers above `last`; return the last number, or 0 after
        all matches.
        """
        matches = await self.store.matches_after(last, most)
        for match in matches:
            await self.verify(match)
        return matches[-1] if matches else 0

    def drop_cached(self, match: MatchId) -> None:
        self._kept.drop(match)

    def drop_all_cached(self) -> None:
        self._kept.clear()

    async def _load(self, match: MatchId) -> Loaded | None:
        stored = await self.store.load(match)
        if stored is None:
            return None
        game = self.games.game(stored.record.game, stored.record.rules)
        if game is None:
            return None
        return await asyncio.to_thread(replay_match, stored, game)

    async def _freeze(self, match: MatchId, broken: BrokenMatch) -> None:
        self.drop_cached(match)
        _log.error("Match %d is frozen: %s", match, broken)
        self.observer.match_changed(match, 0, "", "frozen")
        try:
            await self.store.freeze(match, frozen=True)
        except StoreTrouble as trouble:
            _log.error("Match %d is frozen, which could not be stored: %s", match, trouble)

    def _tell(self, record: Record, became: str) -> None:
        answer = current()
        if answer is not None and answer.match is None:
            answer.match = record.id  # a command that opens a match concerns that match
        self.observer.match_changed(record.id, record.guild, record.game, became)

    def _remember(self, loaded: Loaded) -> Loaded:
        self._kept.put(loaded)
        return loaded


def _frozen(match: MatchId, head: Head) -> Refusal:
    match head.ended:
        case None:
            return Frozen(match=match)
        case Status.CALLED_OFF:
            return ClosedUnread(match=match)
        case _:
            return EndedUnread(match=match)


def _timeless(events: Sequence[MatchEvent]) -> list[MatchEvent]:
    return [replace(event, at=0) for event in events]


def _head(loaded: Loaded) -> Head:
    record = loaded.record
    place, invitation = record.place, record.invitation
    return Head(
        loaded.seq,
        len(loaded.events),
        place,
        invitation,
        former=record.former,
        generation=record.generation,
        forum=record.forum,
    )
