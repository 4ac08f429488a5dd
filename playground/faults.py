"""Faults on demand: what a network and a busy Discord do now and then."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

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
    errors: Json | None = None
    """Discord's tree of offending fields, for a 400."""
    scope: str = "user"
    """Of a 429: "user", "shared" or "global"."""
    html: bool = False
    """Whether Cloudflare answers: a page of HTML without the `Via` header."""
    within: str = ""
    """Only requests whose path contains this go wrong: an id, for example."""
    strike: Callable[[], None] | None = None
    """Called when a request is hit."""

    def body(self) -> Json:
        """The JSON that is answered instead."""
        if self.status == 429:
            text = self.message or "You are being rate limited."
            everywhere = self.scope == "global"
            return {"message": text, "retry_after": self.retry_after, "global": everywhere}
        body = {"message": self.message or f"{self.status}: Error", "code": self.code}
        return body if self.errors is None else {**body, "errors": self.errors}

    def page(self) -> str:
        """The HTML that Cloudflare answers instead."""
        title = f"{self.status} {HTTPStatus(self.status).phrase}"
        return (
            f"<html>\r\n<head><title>{title}</title></head>\r\n<body>\r\n"
            f"<center><h1>{title}</h1></center>\r\n<hr><center>cloudflare</center>\r\n"
            "</body>\r\n</html>\r\n"
        )
