"""Makes Discord agree with the table `message`: one mechanism for everything that the bot shows.

Topics decide what a message shows; each kind of message is a Kind. The Projector alone decides when
and how: it claims a due row, asks its kind what is wanted, edits the message, or finds or posts it,
and records that. These rules hold for every kind:

- One process at a time works on a row. It renews its lease, and a process that loses it stops.
- A message is recorded after it is posted. If the outcome of an attempt is unknown, because a
  process was killed or Discord's answer was lost, the next attempt first searches for the message,
  by its nonce or its components.
- A record counts only while the row is still wanted and still owned. A message that was posted for
  a row that is gone is removed again.
- A refusal keeps the row due. The pauses between attempts grow, or are as long as Discord demands;
  a change in the server that may have removed the cause ends them (`forgive`).
- The version that a message shows is read before its content, so a change during the work leaves
  the row due. For the same reason a row ends only if nothing newer is wanted by then.
"""

import asyncio
import contextlib
import logging
import secrets
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple

import discord

from bot.match.core.due_work import BRIEF, LONGEST
from bot.match.core.exclusion import KeyedLocks
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.messages import (
    LATEST,
    MessageKey,
    MessageKind,
    MessageRow,
    MessageStore,
    Note,
)
from bot.match.people.troubles import TroubleKind
from bot.match.values.errors import Refusal
from bot.match.values.times import Clock
from cogs.base.discord_errors import DISCORD_TROUBLE, is_passing, is_place_gone, wait_of
from cogs.posting.nonces import nonce_of, post_again_if_deleted, posted_once, was_deleted
from cogs.posting.permissions import Need
from cogs.posting.posted_message import Content, MessagePlace, Postponed, identify, was_posted_as
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.runtime.guild_queues import GuildQueues, bound

_log = logging.getLogger(__name__)

LEASE = 5
"""Seconds until an unrenewed lease expires; short, because a killed process leaves its leases
behind.
"""
RENEWED = 1.0
"""Seconds between renewals."""
REFUSED = 3600
"""Seconds until the next attempt if Discord refuses without naming a time."""
UNREADABLE = 3600
"""Seconds until the next attempt if the subject can't be read."""
SOON = 60
"""Maximum seconds between attempts if Discord is unreachable."""

LATE = 65
"""Seconds after which a message that was posted is recorded, or never will be: `bound` ends each
attempt.
"""

Post = Callable[[MessagePlace, Content, str], Awaitable[discord.Message]]
"""Posts a content with a nonce."""


async def post_quietly(place: MessagePlace, content: Content, nonce: str) -> discord.Message:
    return await place.post(content, nonce, silent=True)


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """What a message has to show now."""

    content: Any
    """What the kind posts and edits, mostly a Content; None if this version needs no message."""
    version: int | None = None
    """The version of this content, by default the one that the row wanted."""
    nonce: str = ""
    """By default derived from the key and the message before."""
    post: Post = post_quietly
    pause: int = 0
    """Seconds until the next edit."""
    next_at: int | None = None
    """When the next version is due, if it follows from the time alone; it is a new message."""
    note: Note | None = None
    """Stores a new message elsewhere, too, in the transaction that records it."""
    rests: bool = False
    """Whether the row stays, although nothing will be done with the message any more."""
    is_last: bool = False
    """Whether nothing will change any more, so the row can go."""
    removes: bool = False
    """Whether the message must be removed."""


class Posted(NamedTuple):
    message: int
    place: int


@dataclass(frozen=True, slots=True)
class Later:
    at: int | None
    """Seconds since 1970; None if Discord doesn't tell, so the pauses between attempts grow."""


class Kind(ABC):
    """A kind of message: what its rows have to show, and which messages belong to them."""

    name: ClassVar[MessageKind]
    trouble: ClassVar[TroubleKind | None] = None
    """The kind under which refusals are reported to the server; None if they aren't."""
    needs: ClassVar[Sequence[Need]] = ()
    """Required permissions; () for those of a plain message."""
    longest: ClassVar[int] = LONGEST
    """Maximum seconds between two attempts."""
    is_repeated: ClassVar[bool] = True
    """Whether the message follows its subject: later versions edit it, and it is posted again if
    people have deleted it. Otherwise each version is a new message, and its row rests after it
    until a version is wanted.
    """
    client: discord.Client
    """Set by the Projector."""

    def place(self, row: MessageRow) -> int:
        """Return the channel in which the message is, or will be."""
        assert row.place is not None, "rows of this kind have their channel"
        return row.place

    @abstractmethod
    async def wanted(self, row: MessageRow) -> Wanted | Later | None:
        """Return what the message has to show, Later if that isn't known yet, or None if it is not
        wanted any more.
        """

    def belongs(self, row: MessageRow, nonce: str, message: discord.Message) -> bool:  # noqa: ARG002 - others need it
        """Return whether a message of the bot is that of a row, by its nonce or its components."""
        return was_posted_as(message, nonce)

    async def posted(self, row: MessageRow) -> None:  # noqa: B027 - most kinds do nothing more
        """React to a new message, which is recorded already. Discord's refusals are only logged."""

    async def is_given_up(self, row: MessageRow, error: BaseException) -> bool:  # noqa: ARG002 - others need it
        """Decide what becomes of a row that Discord refuses: return True to drop it."""
        return is_place_gone(error)

    async def refused(self, row: MessageRow, error: BaseException) -> None:  # noqa: B027 - most kinds do nothing more
        """React to a refusal by Discord, which is reported already under `trouble`."""

    async def find(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:  # noqa: ARG002 - others need it
        message = await self.at(replace(row, place=self.place(row))).find(
            partial(self.belongs, row, nonce), strict=True
        )
        return None if message is None else Posted(message.id, self.place(row))

    async def edit(self, row: MessageRow, message: int, content: Any) -> bool:
        """Make a message show a content; return False if it was deleted."""
        return await self.at(row).edit(message, content)

    async def post(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        """Post a message; return None if it was posted before, and deleted since."""
        assert isinstance(wanted.content, Content), "there is something to post"
        place = self.at(replace(row, place=self.place(row)))
        post = partial(wanted.post, place, wanted.content)
        if self.is_repeated:
            message = await post_again_if_deleted(post, nonce)
            return Posted(message.id, place.place)
        with posted_once():
            return Posted((await post(nonce)).id, place.place)
        return None

    async def remove(self, row: MessageRow) -> None:
        """Remove the message of a row that is not wanted any more, if it still exists."""
        if row.message is not None:
            try:
                await self.at(row).delete(row.message)
            except discord.NotFound as error:
                if not was_deleted(error):
                    raise

    def at(self, row: MessageRow) -> MessagePlace:
        return MessagePlace(self.client, row.guild, row.place or self.place(row))


class Lost(Exception):
    """Another process works on the row, or it is not wanted any more. Nothing was recorded."""


@dataclass(eq=False)
class Projector:
    client: discord.Client
    store: MessageStore
    clock: Clock
    queues: GuildQueues
    troubles: TroubleRecorder
    owner: str = field(default_factory=lambda: secrets.token_hex(8))
    _kinds: dict[MessageKind, Kind] = field(default_factory=dict, init=False)
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    _deleted: deque[tuple[int, Sequence[int]]] = field(default_factory=deque, init=False)
    """Messages that were deleted, and when to look for them once more: they can be recorded only
    after their deletion.
    """

    def register(self, kind: Kind) -> None:
        assert kind.name not in self._kinds, f"{kind.name} is registered once"
        kind.client = self.client
        self._kinds[kind.name] = kind

    @property
    def kinds(self) -> Sequence[Kind]:
        return tuple(self._kinds.values())

    async def look_after(self) -> None:
        """Start work on all due messages, without waiting for it. Raise StoreTrouble."""
        now = self.clock.now()
        while self._deleted and self._deleted[0][0] <= now:
            await self.store.lose(self._deleted[0][1])
            self._deleted.popleft()
        for row in await self.store.due(now):
            if row.key.kind in self._kinds:
                self.queues.begin(row.key, row.guild, partial(self.attempt, row.key))

    def begin(self, key: MessageKey, guild: int) -> None:
        """Start work on a message now, without waiting for it."""
        self.queues.begin_again(key, guild, partial(self.attempt, key))

    async def show(self, key: MessageKey) -> MessageRow | None:
        """Bring a message up to date now; return its row.

        Return None if it is not wanted any more, or if another process works on it. Raise Discord's
        refusals, after recording and reporting them, Postponed, Refusal if the subject can't be
        read, and StoreTrouble.
        """
        async with bound(), self._locks.of(key):
            return await self._show_all(key, forced=True)

    async def drop(self, key: MessageKey) -> MessageRow | None:
        """Stop showing a message, and remove it, now or later; return its row. Raise
        StoreTrouble.
        """
        async with self._locks.of(key):
            if not self._kinds[key.kind].is_repeated:
                return await self.store.drop(key)
            row = await self.store.remove(key)
            if row is not None:
                with contextlib.suppress(*DISCORD_TROUBLE):  # retried
                    async with bound():
                        await self._show(key, forced=True)
        return row

    async def handle_deleted(self, messages: Collection[int]) -> None:
        """Post deleted messages again. Raise StoreTrouble."""
        self._deleted.append((self.clock.now() + LATE, tuple(messages)))
        for key in await self.store.lose(messages):
            with contextlib.suppress(Postponed, Refusal, *DISCORD_TROUBLE):  # and retried
                await self.show(key)

    async def attempt(self, key: MessageKey) -> None:
        """Bring a message up to date if it is due; log refusals. Raise StoreTrouble."""
        async with bound(), self._locks.of(key):
            try:
                await self._show_all(key, forced=False)
            except (Postponed, Refusal, *DISCORD_TROUBLE) as error:
                _log.warning("%s waits: %r", key, error)

    async def _show_all(self, key: MessageKey, *, forced: bool) -> MessageRow | None:
        """Show the wanted version, or all due versions one after another if each is a message."""
        row = await self._show(key, forced=forced)
        while row is not None and not self._kinds[key.kind].is_repeated:
            further = await self._show(key, forced=False)
            if further is None or further.shown == row.shown:
                break
            row = further
        return row

    async def _show(self, key: MessageKey, *, forced: bool) -> MessageRow | None:
        now = self.clock.now()
        until = now + LEASE
        row = await self.store.claim(key, self.owner, now, until, forced=forced)
        if row is None:
            return None
        kind = self._kinds[key.kind]
        try:
            return await self._bring(kind, row, until)
        except Lost:
            _log.info("%s is not recorded, because it has changed hands", key)
            if kind.is_repeated:
                await self.store.doubt(key)  # an edit can have come after a newer one
            return None
        except Postponed as postponed:
            await self._refused(kind, row, postponed.__cause__ or postponed)
            raise
        except DISCORD_TROUBLE as error:
            await self._refused(kind, row, error)
            raise
        except Refusal as refusal:  # the subject can't be read, such as a frozen match
            _log.info("%s waits: %r", key, refusal)
            unsure = row.owner is not None
            later = now + UNREADABLE
            await self.store.give_back(row, self.owner, later, failed=False, is_unsure=unsure)
            raise

    async def _bring(self, kind: Kind, row: MessageRow, until: int) -> MessageRow | None:
        if row.is_removed:
            async with self._held(row.key, until) as check:
                check()
                await self._take_away(kind, row)
            if not await self.store.end(row, self.owner):
                await self._try_again(row)
            return None
        message, place, is_new = row.message, row.place, False
        async with self._held(row.key, until) as check:
            wanted = await kind.wanted(row)
            if isinstance(wanted, Wanted) and wanted.content is not None:
                nonce = wanted.nonce or nonce_of(*_identity(row))
                message, place, is_new = await self._put(
                    kind, row, wanted, wanted.content, nonce, check
                )
            elif isinstance(wanted, Wanted) and wanted.removes:
                check()
                await kind.remove(row)
                message = None
        # The lease is not renewed any more. What follows counts only if this process still has it.
        if wanted is None:
            if not await self.store.end(row, self.owner):
                await self._try_again(row)
            return None
        if isinstance(wanted, Later):
            later, failed = self._soon(wanted.at), wanted.at is None
            if later is None:
                later = self.clock.now() + min(BRIEF << min(row.failures, 20), kind.longest)
            unsure = row.owner is not None
            await self.store.give_back(row, self.owner, later, failed=failed, is_unsure=unsure)
            return row
        also = wanted.note if is_new and message is not None else None
        # Discord can have answered with what an earlier attempt has just posted. It is edited once
        # it is recorded, because people can use it even if Discord refuses the edit.
        is_old = is_new and message is not None and row.owner is not None and kind.is_repeated
        if is_old:
            version, due, next_at = row.wanted - 1, 0, None
        else:
            version = row.wanted if wanted.version is None else wanted.version
            due = self.clock.now() + wanted.pause if wanted.pause else 0
            next_at = self._soon(wanted.next_at)
            if wanted.rests or not kind.is_repeated:
                message = None  # nothing will be done with it
        shown = replace(row, place=place, message=message, shown=version, due=due)
        is_over = wanted.is_last and not is_old and await self.store.end(row, self.owner)
        note = partial(self.store.note, shown, self.owner, is_repeated=kind.is_repeated, also=also)
        if not is_over and not await note(before=row, next_at=next_at):
            if is_new:
                current = await self.store.row(row.key)
                if current is None or current.message not in (None, message):
                    await self._remove(kind, shown)
            raise Lost
        if kind.trouble is not None:
            self.troubles.works(kind.trouble, kind.place(row))
        if is_new:
            try:
                await kind.posted(shown)
            except DISCORD_TROUBLE as error:
                _log.info("%s was posted, but not completed: %s", row.key, error)
        if is_old:
            return await self._show(row.key, forced=False) or shown
        return shown

    def _soon(self, at: int | None) -> int | None:
        """Return a time within LATEST; a row that is due later is checked more often."""
        return None if at is None else min(at, self.clock.now() + LATEST // 2)

    async def _put(
        self,
        kind: Kind,
        row: MessageRow,
        wanted: Wanted,
        content: Any,
        nonce: str,
        check: Callable[[], None],
    ) -> tuple[int | None, int, bool]:
        """Edit, find or post a message; return its id, its channel, and whether it is new.

        `check` raises Lost before each change on Discord.
        """
        before = row.message if kind.is_repeated else None
        check()
        if before is not None and await kind.edit(row, before, content):
            return before, row.place or kind.place(row), False
        if row.owner is not None or before is not None:
            found = await kind.find(row, wanted, nonce)
            if isinstance(content, Content):
                identify(content, nonce)  # the next attempt must find it, too
            check()
            if found is not None:
                here = replace(row, place=found.place, message=found.message)
                if await kind.edit(here, found.message, content):
                    return found.message, found.place, True

        async def post(place: MessagePlace, content: Content, nonce: str) -> discord.Message:
            check()
            return await wanted.post(place, content, nonce)

        check()
        posted = await kind.post(row, replace(wanted, post=post), nonce)
        if posted is None:
            return None, kind.place(row), True
        return *posted, True

    async def _take_away(self, kind: Kind, row: MessageRow) -> None:
        """Remove a message, and one that was posted without being recorded."""
        if row.message is not None:
            await kind.remove(row)
        if row.owner is not None:
            found = await kind.find(row, Wanted(None), nonce_of(*_identity(row)))
            if found is not None:
                await kind.remove(replace(row, message=found.message, place=found.place))

    async def _refused(self, kind: Kind, row: MessageRow, error: BaseException) -> None:
        place = kind.place(row)
        if await kind.is_given_up(row, error):
            _log.info("%s is given up: %r", row.key, error)
            if not await self.store.end(row, self.owner):
                await self._try_again(row)
            return
        passes = is_passing(error)
        # A kind that keeps its row after its channel was deleted soon has another channel.
        first = BRIEF if passes or is_place_gone(error) else REFUSED
        longest = SOON if passes else kind.longest
        wait = wait_of(error) or min(first << min(row.failures, 20), longest)
        await self.store.give_back(
            row,
            self.owner,
            self.clock.now() + wait,
            failed=True,
            # A message that pings takes two requests, and only the second can have been refused.
            is_unsure=True,
        )
        if kind.trouble is not None:
            await self.troubles.report_refusal(row.guild, kind.trouble, place, error, kind.needs)
        await kind.refused(row, error)

    async def _try_again(self, row: MessageRow) -> None:
        """Give back a row that can't end, because it has changed since it was claimed."""
        unsure, now = row.owner is not None, self.clock.now()
        await self.store.give_back(row, self.owner, now, failed=False, is_unsure=unsure)

    async def _remove(self, kind: Kind, row: MessageRow) -> None:
        try:
            await kind.remove(row)
        except DISCORD_TROUBLE as error:
            _log.info("The message of %s stays as it was: %s", row.key, error)

    @asynccontextmanager
    async def _held(self, key: MessageKey, until: int) -> AsyncIterator[Callable[[], None]]:
        """Renew the lease meanwhile; raise Lost if another process takes it.

        Yield a check that raises Lost if the lease may have expired, because this process was
        suspended: it must not even begin a request then.
        """
        task = asyncio.current_task()
        assert task is not None, "this runs in a task"
        is_lost = False

        def check() -> None:
            if self.clock.now() >= until:
                raise Lost

        async def renew() -> None:
            nonlocal is_lost, until
            while not is_lost:
                await asyncio.sleep(RENEWED)
                try:
                    renewed = self.clock.now() + LEASE
                    is_lost = not await self.store.renew(key, self.owner, renewed)
                    until = renewed
                except StoreTrouble as error:
                    _log.warning("The lease of %s can't be renewed: %s", key, error)
            task.cancel()

        renewing = asyncio.create_task(renew())
        try:
            yield check
        except asyncio.CancelledError:
            if is_lost and task.uncancel() == 0:
                raise Lost from None
            raise
        finally:
            renewing.cancel()


def _identity(row: MessageRow) -> tuple[object, ...]:
    """Return what identifies a message among all of the bot, including its copies."""
    key = row.key
    return key.kind.value, key.subject, key.part, key.receiver, row.message
