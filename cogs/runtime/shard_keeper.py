"""Takes, renews and releases leases of shards, and keeps a connection for each lease.

Two sessions for one shard would answer every press twice; a shard without a session leaves its
servers without a bot. So a process connects a shard only while it holds the lease, and acts for it
only while the lease lasts for certain (Ownership). Discord also limits how often sessions start,
over all processes together. So processes take turns at starting sessions, too (`_may_identify`).

If the database stalls, leases end, and the process stops acting. Its sessions stay: once the
database is back, it usually has the same leases again (allotment.py), and each new session would
cost Discord's quota and its players' time. It ends a session when another process has the lease, or
after GIVEN_UP seconds without a renewal.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from typing import Any, Protocol

from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.allotment import MARGIN, OVERLAP, UNREACHED, Renewal, Standing
from bot.match.sharding.ownership import Ownership
from bot.match.sharding.store import ShardStore
from bot.match.values.times import Clock
from cogs.runtime.reach import Reachability

_log = logging.getLogger(__name__)

RENEW = 5.0
"""Seconds between two rounds."""
RETRY = 1.0
"""Seconds until the next round after one that failed."""
SOON = 3.0
"""Seconds until the next round if leases of others have ended: they can be taken then, unless their
processes renew them meanwhile.
"""
GIVEN_UP = 45.0
"""Seconds without a renewal after which a process ends its sessions."""
PROBE = 20.0
"""Seconds between two looks whether the gateway answers, while no session shows it."""
STALE = 3.0
"""Longest time in seconds for the database to allow a session: later, the next could begin too soon
after it.
"""
IDENTIFY = 8
"""Seconds between two session starts in a bucket.

Discord requires 5. The rest is a reserve, because times count whole seconds, and the database can
take up to STALE seconds to report that the first start is allowed.
"""
GATE = 0.5
"""Seconds between two checks whether a session is allowed to start."""
PROMPT = 1.0
"""Seconds after which the permission to start a session expires, because the next session is
allowed to start soon.
"""


class GatewaySessions(Protocol):
    @property
    def connected(self) -> frozenset[int]:
        """Shards with a session in this process, including sessions being resumed."""

    @property
    def reached(self) -> frozenset[int]:
        """Connected shards that Discord currently serves."""

    @property
    def heard(self) -> frozenset[int]:
        """Shards to which Discord speaks, also while it still lists their servers."""

    async def is_reachable(self) -> bool:
        """Return whether the gateway accepts connections, without starting a session."""

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
        rest_silence: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`rest_silence` returns the seconds for which all requests to Discord have failed."""
        self.rest_silence = rest_silence
        self._store = store
        self._clock = clock
        self._ownership = ownership
        self._steady = steady
        self._woken = asyncio.Event()
        self._after_round: Callable[[], None] = _nothing
        self.process = secrets.token_hex(8)
        self.concurrency = 1
        """Discord's number of buckets for session starts."""
        self._retiring: int | None = None
        """Time at which processes with another number of shards took over."""
        self._was_active = False
        self.remarks: tuple[str, ...] = ()
        """Notes for operators about shards whose servers get no answers."""
        self.trouble: str | None = None
        """A sentence for operators if other processes have this one's shards, or None."""
        self._unheld: dict[int, float] = {}
        self._unserved: dict[int, float] = {}
        self._reach = Reachability(store.clock.elapsed)
        self._renewed: int | None = None
        """Time of the last renewal, by the database's clock."""
        self.pause = RENEW
        """Seconds until the next round."""
        self._holding: Collection[int] = ()
        self._waiting: list[int] = []
        """Shards whose session is to start; the first one's is starting."""
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

    def wake(self, renewed: Callable[[], None]) -> None:
        """Renew the leases immediately, because people moved the clock, and then call `renewed`.

        Until then this process holds no shard, as if its machine had slept.
        """
        self._after_round = renewed
        self._woken.set()
        self._refused.clear()  # they may be allowed to start now

    async def run(self, sessions: GatewaySessions, shards: int) -> None:
        probing: asyncio.Task[None] | None = None
        try:
            await self.join(sessions)
            probing = asyncio.create_task(self._probe(sessions), name="salud-probing")
            while True:
                self._in_round = True
                self._woken.clear()
                renewed, self._after_round = self._after_round, _nothing
                held = await self.round(sessions, shards)
                if held is not None:
                    self._connect(sessions, held, shards)
                renewed()
                self._in_round = False
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self.pause):
                        await self._woken.wait()
        finally:
            self._in_round = False
            tasks = [task for task in (self._connecting, probing) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _connect(self, sessions: GatewaySessions, held: Collection[int], shards: int) -> None:
        """Start the missing sessions, one after another."""
        self._waiting[1:] = [shard for shard in self._waiting[1:] if shard in held]
        started = {*sessions.connected, *self._waiting}
        self._waiting += [shard for shard in held if shard not in started]
        if self._waiting and (self._connecting is None or self._connecting.done()):
            work = self._connect_all(sessions, shards)
            self._connecting = asyncio.create_task(work, name="salud-connecting")

    async def _connect_all(self, sessions: GatewaySessions, shards: int) -> None:
        while self._waiting:
            shard = self._waiting[0]
            try:
                # A connected session that waits for its turn hears nothing from Discord, and
                # discord.py closes it after a minute. So it waits before it connects.
                if await self._may_identify(shard, partial(self._holds, shard)):
                    self._allowed[shard] = self._steady()
                    await self._while_held(shard, sessions.connect(shard, shards))
            finally:
                self._waiting.remove(shard)

    def _holds(self, shard: int) -> bool:
        return shard in self._holding

    async def _while_held(self, shard: int, connecting: Coroutine[Any, Any, None]) -> None:
        """Start a session, but give it up if the lease goes, so that others get their turn."""
        task = asyncio.create_task(connecting, name="salud-connecting-one")
        try:
            while not task.done() and self._holds(shard):
                await asyncio.wait({task}, timeout=GATE)
            if task.done():
                task.result()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _probe(self, sessions: GatewaySessions) -> None:
        while True:
            await asyncio.sleep(PROBE)
            await self.probe(sessions)

    async def join(self, sessions: GatewaySessions) -> None:
        """Check whether Discord can be reached, before this process gets a share of the shards."""
        if not await sessions.is_reachable():
            _log.warning("Discord's gateway can't be reached: this process takes no shards")
            self._reach.note_failed_start()

    async def probe(self, sessions: GatewaySessions) -> None:
        """Check whether Discord can be reached, unless a session shows it."""
        if not sessions.heard:
            self._reach.note_connection(success=await sessions.is_reachable())

    async def leave(self) -> None:
        try:
            await self._store.leave(self.process)
        except StoreTrouble as trouble:
            _log.warning(
                "Could not release this process's shards; their leases will expire: %s", trouble
            )

    async def before_identify(self, shard: int) -> None:
        """Wait until the session is allowed to start, unless it has just been allowed.

        Raise CancelledError if the lease goes meanwhile: discord.py gives the session up then.
        """
        allowed = self._allowed.pop(shard, None)
        if allowed is not None and self._steady() - allowed <= PROMPT:
            return
        if not await self._may_identify(shard, partial(self._holds, shard)):
            raise asyncio.CancelledError

    async def _may_identify(self, shard: int, is_wanted: Callable[[], bool]) -> bool:
        """Wait until a session is allowed to start. Return False once it is not wanted any more."""
        bucket = shard % self.concurrency
        try:
            while is_wanted():
                now, began = self._clock.now(), self._steady()
                try:
                    allowed = await self._store.may_identify(bucket, IDENTIFY)
                    if allowed and self._steady() - began <= STALE:
                        return True
                except StoreTrouble as trouble:
                    _log.warning(
                        "Could not check whether a session is allowed to start: %s", trouble
                    )
                if now + IDENTIFY > self._clock.now():
                    self._refused.add(shard)
                await asyncio.sleep(GATE)
            return False
        finally:
            self._refused.discard(shard)

    async def round(self, sessions: GatewaySessions, shards: int) -> tuple[int, ...] | None:
        """Renew leases, and release those that other processes should have.

        Return the shards to connect, or None if the database failed.
        """
        now = self._clock.now()
        retired = self._retiring is not None and now >= self._retiring + OVERLAP
        # The first one's session is starting, unless it waits for its turn, too.
        queued = {*self._waiting[1:], *self._refused}
        self._reach.note_served(self._holding, sessions.heard, queued)
        standing = self._reach.standing(
            int(self.rest_silence()), UNREACHED if self._is_apart else 0
        )
        self.pause = RETRY
        try:
            done = await self._store.renew(
                self.process,
                shards,
                sessions.connected,
                sessions.reached,
                standing,
                self._renewed,
                taking=self._retiring is None,
                was_active=self._was_active,
            )
            surplus = done.held if retired else done.surplus
            self._holding = held = tuple(shard for shard in done.held if shard not in surplus)
            await _end(sessions, surplus)
            if surplus:
                await self._store.release(self.process, shards, surplus)
                _log.info("Released shards: %s", _listed(surplus))
        except StoreTrouble as trouble:
            _log.warning("Could not renew the leases of shards: %s", trouble)
            await self._let_go(sessions)
            return None
        self._renewed = done.reading.now
        self.pause = _pause(done)
        self._reach.note_others(served=done.others_serve)
        self._follow(done, shards, now)
        acts = self._was_active and not retired
        if acts:
            self._tell(held, shards)
        mine, number = (held, shards) if acts else ((), done.active)
        # A process that sees another time than the others must not call a player late.
        served = frozenset[int]() if self._is_apart else done.served
        self._ownership.hold(mine, number, done.reading, served)
        self._note_late(done, standing, shards)
        taken = sorted(sessions.connected - frozenset(held))
        if taken:
            _log.warning("Other processes have taken shards %s", _listed(taken))
            await _end(sessions, taken)
        return held

    @property
    def _is_apart(self) -> bool:
        return abs(self._store.clock.difference or 0) >= MARGIN

    def _tell(self, held: Collection[int], shards: int) -> None:
        if held == self._told:
            return
        self._told = held
        if held:
            _log.info("This process has shards %s of %d", _listed(held), shards)
        else:
            _log.info("This process has no shard: others hold all %d", shards)

    def _follow(self, done: Renewal, shards: int, now: int) -> None:
        if done.active == shards:
            self._was_active, self._retiring = True, None
        elif self._was_active and self._retiring is None:
            _log.warning(
                "Processes with %d shards have taken over; this process can be stopped", done.active
            )
            self._retiring = now

    async def _let_go(self, sessions: GatewaySessions) -> None:
        """Disconnect all shards once other processes are likely to hold them.

        This process has stopped acting for them before.
        """
        if self._ownership.since_renewal() >= GIVEN_UP:
            self._holding = ()
            await _end(sessions, sessions.connected)

    def _note_late(self, done: Renewal, standing: Standing, shards: int) -> None:
        if self._retiring is not None:
            others = f"Processes with {done.active} shards have taken over: stop this one."
            self.remarks = (others,)
            return
        now = self._store.clock.elapsed()
        unheld = _late(self._unheld, done.unheld, now, OVERLAP * 2)
        queue = IDENTIFY * shards / self.concurrency  # sessions start one after another
        wrong = (*done.unheld, *done.unreached)
        unserved = _late(self._unserved, wrong, now, UNREACHED + queue)
        unreached = [shard for shard in unserved if shard in done.unreached]
        self.remarks = tuple(
            sentence
            for sentence in (
                f"Nobody holds shards {_listed(unheld)}." if unheld else None,
                f"{_named(unreached)} held and not connected." if unreached else None,
                self._why_it_holds_none(done) if self._is_apart else None,
            )
            if sentence is not None
        )
        cut = standing.silent >= UNREACHED and not self._is_apart
        self.trouble = (
            "Discord can't be reached from here: other processes have the shards."
            if cut and not self._holding and done.others_serve
            else None
        )

    def _why_it_holds_none(self, done: Renewal) -> str:
        if done.others_serve:
            return "Because of this machine's clock, this process holds no shards."
        return "Because of this machine's clock, no player becomes late until it is set."


def _nothing() -> None:
    return


def _pause(done: Renewal) -> float:
    """Return the seconds until the next round: right after the lease of another process ends."""
    if done.next_end is None:
        return RENEW
    left = done.next_end - done.reading.now
    return min(RENEW, left + GATE if left > 0 else SOON)


def _late(
    since: dict[int, float], wrong: Collection[int], now: float, patience: float
) -> list[int]:
    """Return the shards for which something has been wrong for longer than `patience`.

    `since` keeps when that began.
    """
    for shard in since.keys() - {*wrong}:
        del since[shard]
    for shard in wrong:
        since.setdefault(shard, now)
    return [shard for shard in wrong if now - since[shard] > patience]


async def _end(sessions: GatewaySessions, shards: Collection[int]) -> None:
    """End sessions concurrently: each can wait seconds for Discord while leases expire."""
    await asyncio.gather(*map(sessions.disconnect, shards))


def _listed(shards: Collection[int]) -> str:
    return ", ".join(map(str, shards))


def _named(shards: Collection[int]) -> str:
    return f"Shard {_listed(shards)} is" if len(shards) == 1 else f"Shards {_listed(shards)} are"
