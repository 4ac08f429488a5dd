"""Faults on demand: typical failures of a network and of a busy Discord.

A bot meets these failures in production and can't provoke them. The playground can: a test puts a
Fault into `playground.faults` and the next matching request fails that way. Three questions
distinguish failures that need different handling.

- Did Discord carry out the request? After a lost answer (`done`) the bot must not post twice;
after a refusal it can try again.
- Who answered? Discord sends JSON with an error code, Cloudflare a page of HTML, a bot's own proxy
a line of text or a made-up rate limit (`sender`), and a broken connection (`cut`) nothing.
- When can the bot come back? A 429 says so in `retry_after`; its `scope` names the limit: this
bot's ("user"), one shared with others ("shared"), or the bot's total ("global").
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from http import HTTPStatus

from playground.errors import Json


class Sender(Enum):
    """The program that sends an answer. Only Discord's have the `Via` header."""

    DISCORD = auto()
    CLOUDFLARE = auto()
    PROXY = auto()
    """nirn-proxy, which several processes of a bot share."""


@dataclass(slots=True)
class Fault:
    """Makes the next requests of one route fail.

    `route` is the template in Discord's API description. With `done`, the request is carried out
    and only its answer is lost. With `cut`, the connection ends without an answer. A 429 asks the
    bot to wait `retry_after` seconds. The request arrives after `delay` real seconds; with status 0
    the delay is the only effect.
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
    sender: Sender = Sender.DISCORD
    within: str = ""
    """Only requests whose path contains this text fail."""
    strike: Callable[[], None] | None = None

    def body(self) -> Json:
        if self.status == 429:
            text = self.message or "You are being rate limited."
            everywhere = self.scope == "global"
            return {"message": text, "retry_after": self.retry_after, "global": everywhere}
        body = {"message": self.message or f"{self.status}: Error", "code": self.code}
        return body if self.errors is None else {**body, "errors": self.errors}

    def page(self) -> str:
        title = f"{self.status} {HTTPStatus(self.status).phrase}"
        return (
            f"<html>\r\n<head><title>{title}</title></head>\r\n<body>\r\n"
            f"<center><h1>{title}</h1></center>\r\n<hr><center>cloudflare</center>\r\n"
            "</body>\r\n</html>\r\n"
        )
