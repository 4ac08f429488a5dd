"""Discord's dynamic limit on new threads: for some minutes, a channel accepts no more.

All bots in the channel share the limit (discord-api-docs #7816). That makes it different from
ordinary rate limits. A bot can't see it coming, because the headers of earlier responses don't
mention it, and can't avoid it by counting its own requests, because other bots use it up, too. The
429 has the scope "shared" and a wait of several minutes, longer than a bot can keep a person
waiting.

The playground models only that effect. A test starts the limit for a channel, and it ends by the
playground's clock.
"""

from collections.abc import Callable, Mapping

from playground.faults import Fault
from playground.known_faults import MESSAGE_THREADS, THREAD_LIMIT, THREADS


class ThreadLimits:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: dict[int, float] = {}
        self.hits = 0

    def begin(self, channel_id: int, seconds: float = THREAD_LIMIT) -> None:
        """Refuse new threads in a channel from now on."""
        self._until[channel_id] = self._clock() + seconds

    def fault(self, method: str, route: str, params: Mapping[str, str]) -> Fault | None:
        if not self._until or method != "POST" or route not in (MESSAGE_THREADS, THREADS):
            return None
        left = self._until.get(int(params["channel_id"]), 0.0) - self._clock()
        if left <= 0:
            return None
        self.hits += 1
        return Fault(method, route, 429, retry_after=round(left, 3), scope="shared")
