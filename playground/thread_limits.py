"""Discord's dynamic limit on new threads: some minutes in which a channel takes no more of them.

All bots in the channel share it, so it comes without a warning: discord-api-docs #7816.
"""

from collections.abc import Callable, Mapping

from playground.faults import Fault
from playground.known_faults import MESSAGE_THREADS, THREAD_LIMIT, THREADS


class ThreadLimits:
    """The channels under the limit, by the playground's clock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: dict[int, float] = {}
        self.hits = 0
        """How often a bot was refused."""

    def begin(self, channel_id: int, seconds: float = THREAD_LIMIT) -> None:
        """Refuse new threads in a channel for some seconds from now on."""
        self._until[channel_id] = self._clock() + seconds

    def fault(self, method: str, route: str, params: Mapping[str, str]) -> Fault | None:
        """Return the 429 for a request that would make a thread in a channel under the limit."""
        if not self._until or method != "POST" or route not in (MESSAGE_THREADS, THREADS):
            return None
        left = self._until.get(int(params["channel_id"]), 0.0) - self._clock()
        if left <= 0:
            return None
        self.hits += 1
        return Fault(method, route, 429, retry_after=round(left, 3), scope="shared")
