"""Takes, renews and gives up leases of shards, and keeps a connection for each that is held."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection
from typing import Protocol

from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.allotment import OVERLAP, Round, ShardStore
from bot.match.sharding.ownership import Ownership
from bot.match.values.times import Clock

_log = logging.getLogger(__name__)

RENEW = 5.0
"""Seconds between two rounds."""
IDENTIFY = 8
"""Seconds between two sessions that begin in a bucket: Discord wants 5, clocks count whole ones,
and a slow database may say late that the first may begin."""
GATE = 0.5
"""Seconds between two looks whether a session may begin."""
PROMPT = 1.0
"""Seconds after which a session that might begin may not any more, as the next soon will."""


class Sessions(Protocol):
    """The connections of shards."""

    @property
    def connected(self) -> frozenset[int]:
        """The shards for which this process has a session, also while it is being resumed."""

    @property
    def reached(self) -> frozenset[int]:
        """Those of them over which Discord speaks to it now."""

    async def connect(self, shard: int, shards: int) -> None:
        """Begin a session of a shard, and wait until its servers are known."""

    async def disconnect(self, shard: int) -> None:
        """End it, and forget its servers."""


class ShardKeeper:
    """Shares shards with other processes, each of which has one."""

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
        """What this process is called in the database."""
        self.concurrency = 1
        """How many sessions may begin at the same time, as Discord says."""
        self._retiring: int | None = None
        """When processes with another number of shards were seen to have taken over."""
        self._was_active = False
        self.remark: str | None = None
        """What an operator should know; None if all shards are held."""
        self._unheld_since: dict[int, int] = {}
        self._told: Collection[int] | None = None
        """The shards that the log has last said it has."""
        self._allowed: dict[int, float] = {}
        """Since when, by `steady`, a session of a shard may begin."""
        self._in_round = True  # the first one is to come
        self._connecting: asyncio.Task[None] | None = None
        self._refused: set[int] = set()
        """Shards whose session may not begin yet, as of the latest look."""

    @property
    def resting(self) -> bool:
        """Return whether nothing goes on until time passes: no round is running or was asked for,
        and no session is being begun that is not waiting for its turn."""
        connecting = self._connecting is not None and not self._connecting.done()
        in_turn = connecting and not self._refused
        return not (self._in_round or self._woken.is_set() or in_turn)

    def wake(self) -> None:
        """Begin the next round now."""
        self._woken.set()
        self._refused.clear()  # the time has moved: they may begin

    async def run(self, sessions: Sessions, shards: int) -> None:
        """Do rounds until it is cancelled."""
        wanted: list[int] = []
        holding: Collection[int] = ()

        async def connect_all() -> None:
            while wanted:
                shard = wanted[0]
                try:
                    # A connection that waits for its turn hears nothing from Discord, and
                    # discord.py closes it after a minute: so it waits before there is one.
                    await self._may_identify(shard)
                    if shard in holding:
                        self._allowed[shard] = self._steady()
                        await sessions.connect(shard, shards)
                finally:
                    wanted.remove(shard)

        try:
            while True:
                self._in_round = True
                self._woken.clear()
                held = await self.round(sessions, shards)
                if held is not None:
                    holding = held
                    wanted[1:] = [shard for shard in wanted[1:] if shard in held]
                    known = {*sessions.connected, *wanted}
                    wanted += [shard for shard in held if shard not in known]
                    if wanted and (self._connecting is None or self._connecting.done()):
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
        """Give up all shards, so that others take them at once."""
        try:
            await self._store.leave(self.process)
        except StoreTrouble as trouble:
            _log.warning("The shards of this process are free only in a while: %s", trouble)

    async def before_identify(self, shard: int) -> None:
        """Wait until a session may begin, unless it has just been said that it may."""
        allowed = self._allowed.pop(shard, None)
        if allowed is None or self._steady() - allowed > PROMPT:
            await self._may_identify(shard)

    async def _may_identify(self, shard: int) -> None:
        """Wait until a session may begin, also for those of other processes."""
        bucket = shard % self.concurrency
        try:
            while True:
                now = self._clock.now()
                try:
                    if await self._store.may_identify(bucket, now, IDENTIFY):
                        return
                except StoreTrouble as trouble:
                    _log.warning("It can't be told whether a session may begin: %s", trouble)
                if now + IDENTIFY > self._clock.now():
                    self._refused.add(shard)
                await asyncio.sleep(GATE)
        finally:
            self._refused.discard(shard)

    async def round(self, sessions: Sessions, shards: int) -> tuple[int, ...] | None:
        """Renew, and give up what others should have.

        Gives the shards that should be connected; None if the database failed.
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
                _log.info("Shards given up: %s", _listed(surplus))
        except StoreTrouble as trouble:
            _log.warning("The leases of shards can't be renewed: %s", trouble)
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
        """Log which shards this process has, where that has changed."""
        if held == self._told:
            return
        self._told = held
        if held:
            _log.info("This process has shards %s of %d", _listed(held), shards)
        else:
            _log.info("This process has no shard: others have those that there are, %d", shards)

    def _follow(self, done: Round, shards: int, now: int) -> None:
        """Take note of which number of shards counts."""
        if done.active == shards:
            self._was_active, self._retiring = True, None
        elif self._was_active and self._retiring is None:
            _log.warning(
                "Processes with %d shards have taken over: this one can be stopped", done.active
            )
            self._retiring = now

    async def _let_go(self, sessions: Sessions) -> None:
        """Disconnect once the leases have ended: others have these shards by then."""
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
    """End these sessions at the same time: each may wait seconds for Discord, and leases end."""
    await asyncio.gather(*map(sessions.disconnect, shards))


def _listed(shards: Collection[int]) -> str:
    return ", ".join(map(str, shards))
