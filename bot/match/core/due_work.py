"""Due work, item by item: an item that fails holds up no other.

Every loop over due work goes through this. A failed item is left alone for a while, twice as long
after each further failure. After FROZEN_AFTER failures in a row it is frozen: it is tried only once
in LONGEST seconds, in case its cause was mended, and both the operator (log and metric) and, by
`tell`, the server hear of it. It thaws when it succeeds.

Trouble of the store needs care, because it says either that one item can't be read or that the
database is out of reach. If all items of a round fail by it, it is the database: no item is
blamed, and the trouble is raised.
"""

import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.match.log.store_errors import StoreTrouble
from bot.match.values.times import Clock
from bot.observing.observer import Observer

_log = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

BRIEF, FIRST, LONGEST = 2, 20, 3600
"""Seconds until the next try: after trouble that passes, after any other failure, and at most."""
SOON = 60
"""At most so many seconds until the next try, if the trouble is expected to pass."""
FROZEN_AFTER = 6
"""Failures in a row after which an item is frozen: about ten minutes after the first."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The time between two tries of an item."""

    failures: int
    """In a row, so far."""
    seconds: int
    until: int
    """In seconds since 1970."""

    @property
    def is_frozen(self) -> bool:
        """True if the item has failed so often that it can't be expected to succeed."""
        return self.failures >= FROZEN_AFTER

    def lasts(self, now: int) -> bool:
        """Return whether it lasts; a clock that is set back does not prolong it."""
        return self.until - self.seconds <= now < self.until


class Pauses(Generic[K]):
    """Items that have failed, and when to try each again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pauses: dict[K, Pause] = {}

    def __len__(self) -> int:
        """Return how many items wait now."""
        now = self._clock.now()
        return sum(pause.lasts(now) for pause in self._pauses.values())

    def lasts(self, item: K) -> bool:
        """Return whether an item waits."""
        pause = self._pauses.get(item)
        return pause is not None and pause.lasts(self._clock.now())

    def until(self, item: K) -> int | None:
        """Return when to try an item again, in seconds since 1970; None if it does not wait."""
        return self._pauses[item].until if self.lasts(item) else None

    def begin(
        self,
        item: K,
        first: int = FIRST,
        least: float = 0,
        longest: int = LONGEST,
        *,
        blame: bool = True,
    ) -> Pause:
        """Let an item that has failed wait for twice as long as before, at most `longest` seconds.

        `first` is for its first failure, and `least` for any. Without `blame` the failure does not
        count towards freezing.
        """
        now, before = self._clock.now(), self._pauses.get(item)
        seconds = first if before is None else min(max(2 * before.seconds, first), longest)
        seconds = int(max(seconds, least))
        failures = (0 if before is None else before.failures) + (1 if blame else 0)
        # An item that is still due would have been tried again by then.
        known = self._pauses.items()
        self._pauses = {key: one for key, one in known if now <= one.until + LONGEST}
        pause = self._pauses[item] = Pause(failures, seconds, now + seconds)
        return pause

    def end(self, item: K) -> Pause | None:
        """Forget the failures of an item, because it has succeeded; return its last pause."""
        return self._pauses.pop(item, None)

    def forgive(self, fits: Callable[[K], bool]) -> None:
        """Forget the failures of these items, because a change may have removed the cause."""
        self._pauses = {key: one for key, one in self._pauses.items() if not fits(key)}


@dataclass(eq=False)
class DueWork(Generic[K]):
    """The due work of one kind."""

    kind: str
    """Its name in metrics and logs."""
    clock: Clock
    observer: Observer = field(default_factory=Observer)
    spell: Callable[[K], str] = str
    """Spells an item for the log, which names no person."""
    tell: Callable[[K, bool], Awaitable[None]] | None = None
    """Tells the server that an item is frozen (True), or works again (False)."""
    hopeless: tuple[type[Exception], ...] = ()
    """Errors after which an item is frozen immediately."""
    passes: Callable[[Exception], bool] = lambda _: False
    """Says which errors are not the item's fault and soon pass, besides StoreTrouble."""
    pauses: Pauses[K] = field(init=False)

    def __post_init__(self) -> None:
        self.pauses = Pauses(self.clock)

    async def each(self, items: Iterable[K], work: Callable[[K], Awaitable[T]]) -> list[T]:
        """Do the work of all items that don't wait; return the results of those that succeeded.

        Raises StoreTrouble if all items failed by it.
        """
        results: list[T] = []
        troubled: list[tuple[K, StoreTrouble]] = []
        others = 0
        for item in items:
            if self.pauses.lasts(item):
                continue
            try:
                results.append(await work(item))
            except StoreTrouble as trouble:
                troubled.append((item, trouble))
            except Exception as error:  # noqa: BLE001 - logged, and tried again
                others += 1
                await self.failed(item, error)
            else:
                await self.succeeded(item)
        if troubled and not results and not others:
            raise troubled[-1][1]
        for item, one in troubled:
            await self.failed(item, one)
        return results

    async def attempt(self, item: K, work: Callable[[], Awaitable[object]]) -> bool:
        """Do the work of one item, unless it waits; return whether it succeeded.

        Trouble that passes leads to a brief pause.
        """
        if self.pauses.lasts(item):
            return False
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - logged, and tried again
            if isinstance(error, StoreTrouble) or self.passes(error):
                self.pauses.begin(item, BRIEF, longest=SOON, blame=False)
                _log.warning("%s waits (%s): %r", self.spell(item), self.kind, error)
            else:
                await self.failed(item, error)
            return False
        await self.succeeded(item)
        return True

    async def failed(self, item: K, error: Exception, first: int = FIRST) -> Pause:
        """Note that an item has failed, and report it if it is frozen."""
        hopeless = isinstance(error, self.hopeless)
        pause = self.pauses.begin(item, first)
        while hopeless and not pause.is_frozen:
            pause = self.pauses.begin(item, first)
        name = self.spell(item)
        self.observer.item_failed(self.kind, "frozen" if pause.is_frozen else "failed")
        text = "%s went wrong (%s, %d in a row), and is tried again in %d seconds"
        values = (name, self.kind, pause.failures, pause.seconds)
        if pause.failures == 1 or pause.is_frozen:
            _log.error(text, *values, exc_info=error)
        else:
            _log.warning(f"{text}: %r", *values, error)
        if pause.is_frozen:
            await self._tell(item, is_frozen=True)
        return pause

    async def succeeded(self, item: K) -> None:
        """Note that an item has succeeded, and report it if it was frozen."""
        pause = self.pauses.end(item)
        if pause is not None and pause.is_frozen:
            _log.warning("%s works again (%s)", self.spell(item), self.kind)
            self.observer.item_failed(self.kind, "mended")
            await self._tell(item, is_frozen=False)

    async def _tell(self, item: K, *, is_frozen: bool) -> None:
        if self.tell is None:
            return
        try:
            await self.tell(item, is_frozen)
        except Exception:  # noqa: BLE001 - the next failure tells it again
            _log.exception("A server can't be told of %s %s", self.kind, self.spell(item))
