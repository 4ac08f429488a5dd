"""Faults on demand: what a network and a busy Discord do now and then."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.errors import Json


@dataclass(slots=True)
class Fault:
    """Makes the next requests of one route go wrong.

    `route` is the template as in Discord's API description. With `done`, the request is carried out
    and only its answer is lost. With `cut`, the connection ends without an answer. A 429 tells the
    bot to come back after `retry_after` seconds. The request arrives after `delay` real seconds;
    with status 0 nothing else happens to it.
    """

    method: str
    route: str
    status: int = 500
    times: int = 1
    done: bool = False
    cut: bool = False
    retry_after: float = 0.01
    delay: float = 0.0
    code: int = 0
    message: str = ""
    strike: Callable[[], None] | None = None
    """Called when a request is hit."""

    def body(self) -> Json:
        """The JSON that is answered instead."""
        if self.status == 429:
            text = self.message or "You are being rate limited."
            return {"message": text, "retry_after": self.retry_after, "global": False}
        return {"message": self.message or f"{self.status}: Error", "code": self.code}
