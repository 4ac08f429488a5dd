"""The interface through which the bot reports its work.

Each part calls the method for an event and knows nothing about logs and metrics. Methods return
immediately. They should raise nothing; `all_of` logs an error of one, so that it stops neither
the reported work nor the other observers. Methods about commits are also called in the database's
thread.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.observing.answer import MeasuredAnswer

_log = logging.getLogger(__name__)

REFUSED, UNAUTHORIZED, PROXY_TIMEOUT, TOO_MANY = 400, 401, 408, 429
"""HTTP statuses: the lowest error, an invalid token, a proxy that waited in vain for Discord, an
exceeded rate limit.
"""


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    route: str
    """The path without ids and tokens, such as `channels/messages`."""
    status: int
    seconds: float
    """Time until the answer began to arrive."""
    code: int = 0
    scope: str | None = None
    """Scope of an exceeded rate limit: `user`, `shared`, `global`, `cloudflare` or `proxy` (not
    Discord's, but a REST proxy's own); otherwise None.
    """
    retry_after: float = 0.0

    @property
    def is_refused(self) -> bool:
        return self.status >= REFUSED


class Observer:
    """Receives all events and ignores them."""

    def answered(self, answer: MeasuredAnswer) -> None: ...

    def match_changed(self, match: int, server: int, game: str, change: str) -> None:
        """A match was `opened`, `begun`, `ended`, `called off`, `frozen` or `mended`."""

    def deadline_passed(self, match: int, server: int, kind: str, late: float) -> None:
        """Due work of a match was done, this many seconds after its time."""

    def board_shown(self, match: int, server: int, how: str) -> None:
        """The board of a match was `posted`, `edited` or `stripped`."""

    def timer_ended(self, match: int, late: float) -> None:
        """A match continued automatically, this many seconds after the set time."""

    def thought_ended(self, outcome: str, seconds: float) -> None:
        """A computer's move was `found` or `lost`, this many seconds after the request."""

    def job_done(self, job: str, outcome: str, match: int) -> None:
        """A job of a match was `done`, `postponed` or `refused` (by Discord), or it `failed`."""

    def picture_drawn(self, picture: str, queue: str, waited: float, seconds: float) -> None: ...

    def picture_failed(self, picture: str, queue: str) -> None: ...

    def discord_answered(self, request: Request) -> None: ...

    def discord_unreachable(self, route: str, error: BaseException) -> None: ...

    def request_waited(self, seconds: float) -> None: ...

    def round_done(self, seconds: float) -> None: ...

    def task_failed(self, task: str) -> None: ...

    def item_failed(self, kind: str, outcome: str) -> None:
        """An item of due work `failed`, is `frozen` after several failures, or `mended`
        after that.
        """

    def committed(self, changes: int, seconds: float, *, durable: bool) -> None: ...

    def not_committed(self, changes: int) -> None: ...

    def commit_repeated(self) -> None: ...


def all_of(*observers: Observer) -> Observer:
    """Return an observer that tells all of these, and logs their errors."""
    together = Observer()
    for name in vars(Observer):
        if not name.startswith("_"):
            setattr(together, name, _together([getattr(observer, name) for observer in observers]))
    return together


def _together(hear: list[Callable[..., None]]) -> Callable[..., None]:
    def tell(*args: object, **values: object) -> None:
        for method in hear:
            try:
                method(*args, **values)
            except Exception:  # noqa: BLE001 - the reported work must continue
                _log.exception("An error in an observer")

    return tell
