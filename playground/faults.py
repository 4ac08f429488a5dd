"""Faults on demand: what a network and a busy Discord do now and then."""

from dataclasses import dataclass

from playground.errors import Json


@dataclass(slots=True)
class Fault:
    """Makes the next requests of one route go wrong.

    `route` is the template as in Discord's API description. With `done`, the request is carried out
    and only its answer is lost. With `cut`, the connection ends without an answer. A 429 tells the
    bot to come back after `retry_after` seconds.
    """

    method: str
    route: str
    status: int = 500
    times: int = 1
    done: bool = False
    cut: bool = False
    retry_after: float = 0.01
    code: int = 0
    message: str = ""

    def body(self) -> Json:
        """The JSON that is answered instead."""
        if self.status == 429:
            text = self.message or "You are being rate limited."
            return {"message": text, "retry_after": self.retry_after, "global": False}
        return {"message": self.message or f"{self.status}: Error", "code": self.code}
