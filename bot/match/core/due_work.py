"""Due work, item by item: one failing item does not delay the others.

Every loop over due work uses this module. A failed item pauses, twice as long after each further
failure. After FROZEN_AFTER failures in a row it is frozen: DueWork retries it only once in LONGEST
seconds, in case its cause has been repaired, and informs the operator (log and metric) and, with
`tell`, the server. The item thaws when it succeeds.

Trouble of the store needs care, because it means either that one item is unreadable or that the
database is out of reach. If all items of a round fail with it, the database is the cause: `each`
blames no item and raises the trouble. Without this rule, a database that is locked for some minutes
would freeze every match.
"""

import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.match.log.store_errors import StoreTrouble, trace_of
from bot.match.values.times import Clock
from bot.observing.observer import Observer

_log = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

BRIEF, FIRST, LONGEST = 2, 20, 3600
"""First pause in seconds after passing trouble, first pause after other failures, and longest
pause.
"""
SOON = 60
FROZEN_AFTER = 6
"""Failures in a row after which an item is frozen, about ten minutes after the first."""


@dataclass(frozen=True, slots=True)
class Pause:
    failures: int
    seconds: int
    until: int

    @property
    def is_frozen(self) -> bool:
        return self.failures >= FROZEN_AFTER

    def lasts(self, now: int) -> bool:
        """Return whether the pause lasts. Setting the clock back does not prolong it."""
        return self.until - self.seconds <= now < self.until


class Pauses(Generic[K]):
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pauses: dict[K, Pause] = {}

    def __len__(self) -> int:
        now = self._clock.now()
        return sum(pause.lasts(now) for pause in self._pauses.values())

    def lasts(self, item: K) -> bool:
        pause = self._pauses.get(item)
        return pause is not None and pause.lasts(self._clock.now())

    def until(self, item: K) -> int | None:
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
        """Pause a failed item for twice as long as before, from `first` to `longest` seconds and at
        least `least`.

        Without `blame` the failure does not count towards freezing.
        """
        now, before = self._clock.now(), self._pauses.get(item)
        seconds = first if before is None else min(max(2 * before.seconds, first), longest)
        seconds = int(max(seconds, least))
        failures = (0 if before is None else before.failures) + (1 if blame else 0)
        # Drop old pauses: an item that is still due would have been retried by then.
        self._pauses = {
            key: pause for key, pause in self._pauses.items() if now <= pause.until + LONGEST
        }
        pause = self._pauses[item] = Pause(failures, seconds, now + seconds)
        return pause

    def end(self, item: K) -> Pause | None:
        return self._pauses.pop(item, None)

    def forgive(self, fits: Callable[[K], bool]) -> None:
        self._pauses = {key: pause for key, pause in self._pauses.items() if not fits(key)}


@dataclass(eq=False)
class DueWork(Generic[K]):
    kind: str
    clock: Clock
    observer: Observer = field(default_factory=Observer)
    spell: Callable[[K], str] = str
    """Returns an item's name for the log, without names of people."""
    tell: Callable[[K, bool], Awaitable[None]] | None = None
    """Informs the server that an item is frozen (True), or works again (False)."""
    hopeless: tuple[type[Exception], ...] = ()
    """Errors that freeze an item immediately."""
    passes: Callable[[Exception], bool] = lambda _: False
    """Returns True for errors, besides StoreTrouble, that are not the item's fault and soon pass.
    """
    pauses: Pauses[K] = field(init=False)

    def __post_init__(self) -> None:
        self.pauses = Pauses(self.clock)

    async def each(self, items: Iterable[K], work: Callable[[K], Awaitable[T]]) -> list[T]:
        """Do the work of all items that aren't paused; return the successful results.

        Raises StoreTrouble if all items failed with it.
        """
        results: list[T] = []
        troubled: list[tuple[K, StoreTrouble]] = []
        other_failures = 0
        for item in items:
            if self.pauses.lasts(item):
                continue
            try:
                results.append(await work(item))
            except StoreTrouble as trouble:
                troubled.append((item, trouble))
            except Exception as error:  # noqa: BLE001 - logged, and tried again
                other_failures += 1
                await self.failed(item, error)
            else:
                await self.succeeded(item)
        if troubled and not results and not other_failures:
            raise troubled[-1][1]
        for item, store_trouble in troubled:
            await self.failed(item, store_trouble)
        return results

    async def attempt(self, item: K, work: Callable[[], Awaitable[object]]) -> bool:
        """Do the work of one item unless it is paused; return whether it succeeded."""
        if self.pauses.lasts(item):
            return False
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - logged, and tried again
            if isinstance(error, StoreTrouble) or self.passes(error):
                self.pauses.begin(item, BRIEF, longest=SOON, blame=False)
                _log.warning("%s is postponed (%s): %r", self.spell(item), self.kind, error)
            else:
                await self.failed(item, error)
            return False
        await self.succeeded(item)
        return True

    async def failed(self, item: K, error: Exception, first: int = FIRST) -> Pause:
        hopeless = isinstance(error, self.hopeless)
        pause = self.pauses.begin(item, first)
        while hopeless and not pause.is_frozen:
            pause = self.pauses.begin(item, first)
        name = self.spell(item)
        self.observer.item_failed(self.kind, "frozen" if pause.is_frozen else "failed")
        text = "%s failed (%s, %d in a row), next attempt in %d seconds: %r"
        values = (name, self.kind, pause.failures, pause.seconds)
        if pause.failures == 1 or pause.is_frozen:
            _log.error(text, *values, error, exc_info=trace_of(error))
        else:
            _log.warning(text, *values, error)
        if pause.is_frozen:
            await self._tell(item, is_frozen=True)
        return pause

    async def succeeded(self, item: K) -> None:
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
        except Exception:  # noqa: BLE001 - informed again after the next failure
            _log.exception("Can't inform a server about %s %s", self.kind, self.spell(item))
