"""The one seam through which the bot tells what it does.

Each part calls the method for what has happened, and knows nothing of logs and metrics. Methods
return at once and raise nothing. Those of commits are called in the database's thread, too.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.observing.answer import Answer

REFUSED, UNAUTHORIZED, TOO_MANY = 400, 401, 429
"""HTTP statuses: the lowest of an error, a token that isn't valid, a rate limit that was met."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that Discord has answered."""

    method: str
    route: str
    """Its path without ids and tokens, such as `channels/messages`."""
    status: int
    """The HTTP status."""
    seconds: float
    """Until the answer began to arrive."""
    code: int = 0
    """Discord's own code of an error; 0 for none."""
    scope: str | None = None
    """Whose rate limit was met: `user`, `shared`, `global` or `cloudflare`; None: nobody's."""
    retry_after: float = 0.0
    """Seconds that Discord asks to wait then."""

    @property
    def is_refused(self) -> bool:
        """Whether Discord did not do what was asked for."""
        return self.status >= REFUSED


class Observer:
    """Hears of everything, and does nothing about it."""

    def answered(self, answer: Answer) -> None:
        """An interaction has been answered."""

    def match_changed(self, match: int, server: int, game: str, what: str) -> None:
        """A match was `opened`, `begun`, `ended`, `called off`, `frozen` or `mended`."""

    def deadline_passed(self, match: int, server: int, kind: str, late: float) -> None:
        """What was due in a match happened, so many seconds after its time."""

    def board_shown(self, match: int, server: int, how: str) -> None:
        """The board of a match was `posted`, `edited` or `stripped`."""

    def timer_ended(self, match: int, late: float) -> None:
        """A match goes on by itself, so many seconds after the time that was set."""

    def thought_ended(self, outcome: str, seconds: float) -> None:
        """A computer's thought was `found` or `lost`, so many seconds after it was asked for."""

    def job_done(self, job: str, outcome: str, match: int) -> None:
        """A job of a match was `done`, `postponed`, `refused` (by Discord) or has `failed`."""

    def picture_drawn(self, picture: str, queue: str, waited: float, seconds: float) -> None:
        """A picture was drawn, after it had waited in a queue."""

    def picture_failed(self, picture: str, queue: str) -> None:
        """A picture could not be drawn."""

    def discord_answered(self, request: Request) -> None:
        """Discord has answered a request."""

    def discord_unreachable(self, route: str, error: BaseException) -> None:
        """A request to Discord got no answer."""

    def request_waited(self, seconds: float) -> None:
        """A request waited for its turn, so that no rate limit was broken."""

    def round_done(self, seconds: float) -> None:
        """The scheduler has looked after what is due."""

    def task_failed(self, task: str) -> None:
        """A background task went wrong."""

    def item_failed(self, kind: str, outcome: str) -> None:
        """An item of due work has `failed`, is `frozen`, or has `mended` after that."""

    def committed(self, changes: int, seconds: float, *, durable: bool) -> None:
        """The database has kept so many changes together."""

    def not_committed(self, changes: int) -> None:
        """The database did not keep so many changes."""

    def commit_repeated(self) -> None:
        """A transaction is tried again."""


class Observers(Observer):
    """Tells several observers everything."""

    def __init__(self, *observers: Observer) -> None:
        for name in vars(Observer):
            if not name.startswith("_"):
                setattr(self, name, _together([getattr(one, name) for one in observers]))


def _together(hear: list[Callable[..., None]]) -> Callable[..., None]:
    def tell(*args: object, **values: object) -> None:
        for one in hear:
            one(*args, **values)

    return tell
