"""Whether Discord answers this process's REST requests.

The gateway can live while no request gets through: a proxy is down, a firewall blocks the API, or
Cloudflare bars this address. Then players can't press a button, although everything looks well. So
this module observes all answers, and while there are none to observe, the bot asks for one itself.

A refusal by Discord is an answer. A broken connection is none, nor is an error of a server on the
way, such as 502, or a page by which Cloudflare bars the bot. Single failures are normal: only if
none has succeeded since does the bot stop counting time, and later report trouble.

Answers to interactions are also judged alone, because players need nothing else for a press.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.observing.observer import Request

DOUBT = 15.0
"""Seconds without an answer, while requests fail, after which no time counts."""
FAILED = 60.0
"""Seconds without an answer after which the bot reports it and other processes get its shards."""
ASK = 30.0
"""Seconds without an answer after which the bot makes a request only to get one."""
ASK_AGAIN = 5.0
"""The same while requests fail."""
CALLBACK: Final = "interactions/callback"
TIMEOUT, SERVER_ERROR = 408, 500
OTHERS = frozenset(("cloudflare", "proxy"))
"""Scopes of rate limits that are not those of Discord's API."""
BARRED = frozenset((401, 403))
"""Statuses of pages by which a proxy or Cloudflare refuses everything, without a code of Discord's
API.
"""


@dataclass(slots=True)
class _Streak:
    """Requests of one kind: the last success, and the failures since."""

    succeeded: float
    first: float | None = None
    latest: float = 0.0

    def note(self, now: float, *, success: bool) -> None:
        if success:
            self.succeeded, self.first = now, None
        else:
            self.first = now if self.first is None else self.first
            self.latest = now


class RestHealth:
    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._all = _Streak(steady())
        self._callbacks = _Streak(steady())

    def note_answer(self, request: Request) -> None:
        self._note(request.route, success=not _is_of_others(request))

    def note_failure(self, route: str) -> None:
        """Note a request without an answer."""
        self._note(route, success=False)

    def silence(self) -> float:
        """Return the seconds for which no request has succeeded although some failed; 0 if REST
        works.
        """
        now, callbacks = self._steady(), self._callbacks
        if self._all.first is not None:
            return now - self._all.succeeded
        # Without presses nothing shows that answers get through again.
        if callbacks.first is not None and now - callbacks.latest <= FAILED:
            return now - callbacks.first
        return 0.0

    @property
    def works(self) -> bool:
        return self.silence() <= DOUBT

    def trouble(self) -> str | None:
        """Return a sentence for the operator if all requests fail, or None."""
        silence = self.silence()
        if silence <= FAILED:
            return None
        failing = self._all.first is not None
        what = "requests to Discord" if failing else "answers to interactions"
        return f"For {silence:.0f} seconds all {what} have failed."

    @property
    def should_ask(self) -> bool:
        failing = self._all.first is not None
        return self._steady() - self._all.succeeded > (ASK_AGAIN if failing else ASK)

    def _note(self, route: str, *, success: bool) -> None:
        now = self._steady()
        self._all.note(now, success=success)
        if route == CALLBACK:
            self._callbacks.note(now, success=success)


def _is_of_others(request: Request) -> bool:
    """Return whether an answer comes from a server other than Discord's API, or from a broken
    one.
    """
    status = request.status
    if status >= SERVER_ERROR or status == TIMEOUT or request.scope in OTHERS:
        return True
    return status in BARRED and request.code == 0
