"""Takes, renews and releases leases of shards, and keeps a connection for each lease.

Two sessions for one shard would answer every press twice; a shard without a session leaves its
servers without a bot. So a process connects a shard only while it holds the lease, and disconnects
before the lease can expire. Discord also limits how often sessions start, over all processes
together. So processes take turns at starting sessions, too (`_may_identify`).
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection
from typing import Protocol

from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.allotment import OVERLAP, Round
from bot.match.sharding.ownership import Ownership
from bot.match.sharding.store import ShardStore
from bot.match.values.times import Clock

_log = logging.getLogger(__name__)

RENEW = 5.0
"""Seconds between two rounds."""
IDENTIFY = 8
"""Seconds between two session starts in a bucket.

Discord requires 5. The rest is a reserve, because clocks count whole seconds, and a slow database
can report late that the first start is allowed.
"""
GATE = 0.5
"""Seconds between two checks whether a session is allowed to start."""
PROMPT = 1.0
"""Seconds after which the permission to start a session expires, because the next session is
allowed to start soon.
"""


class Sessions(Protocol):
    @property
    def connected(self) -> frozenset[int]:
        """Shards with a session in this process, including sessions being resumed."""

    @property
    def reached(self) -> frozenset[int]:
        """Connected shards that Discord currently serves."""

    async def connect(self, shard: int, shards: int) -> None: ...

    async def disconnect(self, shard: int) -> None: ...


class ShardKeeper:
    """Shares shards with other processes, each of which has a keeper."""

    def __init__(
        self,
        store: ShardStore,
        clock: Clock,
        ownership: Ownership,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._clock = clock
        self._ownership = ownership
        self._steady = steady
        self._woken = asyncio.Event()
        self.process = secrets.token_hex(8)
        self.concurrency = 1
        """Discord's number of buckets for session starts."""
        self._retiring: int | None = None
        """Time at which processes with another number of shards took over."""
        self._was_active = False
        self.remark: str | None = None
        """A note for operators about shards that no process holds, or None."""
        self._unheld_since: dict[int, int] = {}
        self._told: Collection[int] | None = None
        self._allowed: dict[int, float] = {}
        """By shard, the `steady` time at which its session was allowed to start."""
        self._in_round = True  # the first round is about to start
        self._connecting: asyncio.Task[None] | None = None
        self._refused: set[int] = set()
        """Shards whose session was not allowed to start at the latest check."""

    @property
    def resting(self) -> bool:
        """True if nothing happens until time passes.

        No round is running or requested, and every starting session is waiting for its turn.
        """
        connecting = self._connecting is not None and not self._connecting.done()
        in_turn = connecting and not self._refused
        return not (self._in_round or self._woken.is_set() or in_turn)

    def wake(self) -> None:
        self._woken.set()
        self._refused.clear()  # the clock was moved, so they may be allowed to start

    async def run(self, sessions: Sessions, shards: int) -> None:
        waiting: list[int] = []
        holding: Collection[int] = ()

        async def connect_all() -> None:
            while waiting:
                shard = waiting[0]
                try:
                    # A connected session that waits for its turn hears nothing from Discord, and
                    # discord.py closes it after a minute. So it waits before it connects.
                    await self._may_identify(shard)
                    if shard in holding:
                        self._allowed[shard] = self._steady()
                        await sessions.connect(shard, shards)
                finally:
                    waiting.remove(shard)

        try:
            while True:
                self._in_round = True
                self._woken.clear()
                held = await self.round(sessions, shards)
                if held is not None:
                    holding = held
                    waiting[1:] = [shard for shard in waiting[1:] if shard in held]
                    started = {*sessions.connected, *waiting}
                    waiting += [shard for shard in held if shard not in started]
                    if waiting and (self._connecting is None or self._connecting.done()):
                        self._connecting = asyncio.create_task(
                            connect_all(), name="salud-connecting"
                        )
                self._in_round = False
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(RENEW):
                        await self._woken.wait()
        finally:
            self._in_round = False
            if self._connecting is not None:
                self._connecting.cancel()
                await asyncio.gather(self._connecting, return_exceptions=True)

    async def leave(self) -> None:
        try:
            await self._store.leave(self.process)
        except StoreTrouble as trouble:
            _log.warning(
                "Could not release this process's shards; their leases will expire: %s", trouble
            )

    async def before_identify(self, shard: int) -> None:
        """Wait until the session is allowed to start, unless it has just been allowed."""
        allowed = self._allowed.pop(shard, None)
        if allowed is None or self._steady() - allowed > PROMPT:
            await self._may_identify(shard)

    async def _may_identify(self, shard: int) -> None:
        bucket = shard % self.concurrency
        try:
            while True:
                now = self._clock.now()
                try:
                    if await self._store.may_identify(bucket, now, IDENTIFY):
                        return
                except StoreTrouble as trouble:
                    _log.warning(
                        "Could not check whether a session is allowed to start: %s", trouble
                    )
                if now + IDENTIFY > self._clock.now():
                    self._refused.add(shard)
                await asyncio.sleep(GATE)
        finally:
            self._refused.discard(shard)

    async def round(self, sessions: Sessions, shards: int) -> tuple[int, ...] | None:
        """Renew leases, and release those that other processes should have.

        Return the shards to connect, or None if the database failed.
        """
        now = self._clock.now()
        retired = self._retiring is not None and now >= self._retiring + OVERLAP
        try:
            done = await self._store.renew(
                self.process,
                shards,
                sessions.connected,
                sessions.reached,
                now,
                taking=self._retiring is None,
                was_active=self._was_active,
            )
            surplus = done.held if retired else done.surplus
            await _end(sessions, surplus)
            if surplus:
                await self._store.release(self.process, shards, surplus)
                _log.info("Released shards: %s", _listed(surplus))
        except StoreTrouble as trouble:
            _log.warning("Could not renew the leases of shards: %s", trouble)
            await self._let_go(sessions)
            return None
        held = tuple(shard for shard in done.held if shard not in surplus)
        self._follow(done, shards, now)
        acts = self._was_active and not retired
        if acts:
            self._tell(held, shards)
        mine, number = (held, shards) if acts else ((), done.active)
        self._ownership.hold(mine, number, now, done.until, complete=done.complete)
        self._note_unheld(done, now)
        taken = sorted(sessions.connected - frozenset(held))
        if taken:
            _log.warning("Other processes have taken shards %s", _listed(taken))
            await _end(sessions, taken)
        return held

    def _tell(self, held: Collection[int], shards: int) -> None:
        if held == self._told:
            return
        self._told = held
        if held:
            _log.info("This process has shards %s of %d", _listed(held), shards)
        else:
            _log.info("This process has no shard: others hold all %d", shards)

    def _follow(self, done: Round, shards: int, now: int) -> None:
        if done.active == shards:
            self._was_active, self._retiring = True, None
        elif self._was_active and self._retiring is None:
            _log.warning(
                "Processes with %d shards have taken over; this process can be stopped", done.active
            )
            self._retiring = now

    async def _let_go(self, sessions: Sessions) -> None:
        """Disconnect shards whose leases have ended, because other processes may hold them
        by now.
        """
        if not self._ownership.lasts:
            await _end(sessions, sessions.connected)

    def _note_unheld(self, done: Round, now: int) -> None:
        if self._retiring is not None:
            self.remark = f"Processes with {done.active} shards have taken over: stop this one."
            return
        self._unheld_since = {
            shard: min(self._unheld_since.get(shard, now), now) for shard in done.unheld
        }
        late = [shard for shard, since in self._unheld_since.items() if now - since > OVERLAP * 2]
        self.remark = f"Nobody holds shards {_listed(late)}." if late else None


async def _end(sessions: Sessions, shards: Collection[int]) -> None:
    """End sessions concurrently: each can wait seconds for Discord while leases expire."""
    await asyncio.gather(*map(sessions.disconnect, shards))


def _listed(shards: Collection[int]) -> str:
    return ", ".join(map(str, shards))
