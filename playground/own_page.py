"""Refuses requests that other web pages make through the player's browser.

The playground has no accounts: any program that reaches it can press, write and move the clock. It
listens on this machine only, but every page in the player's browser reaches this machine too. Three
checks keep such pages out:

- `Host` must be an address, localhost, or the name that the playground was given. Otherwise a page
could let its own name lead to this machine (DNS rebinding), and would count as the same origin.
- `Origin`, which browsers add to requests of other pages and to all sockets, must be the
playground's own. Bots are no browsers and send none.
- A post of the page must be JSON. Forms of other pages can't send that, even in a browser that
leaves out `Origin`.
"""

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

PAGE_API = "/client/"
LOCAL = "localhost"


def only_own_page(name: str) -> Middleware:
    """Return a middleware for a playground that listens at `name`, a host name or an address."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        refusal = _refusal(request, name)
        if refusal is not None:
            raise refusal
        return await handler(request)

    return check


def _refusal(request: web.Request, name: str) -> web.HTTPException | None:
    origin = request.headers.get("Origin")
    if not _is_here(request.host, name):
        return web.HTTPForbidden(text="The playground doesn't serve this host name.")
    if origin is not None and urlsplit(origin).netloc != request.host:
        return web.HTTPForbidden(text="The playground doesn't serve other pages.")
    is_post = request.method == "POST" and request.path.startswith(PAGE_API)
    if is_post and request.content_type != "application/json":
        return web.HTTPUnsupportedMediaType(text="The playground expects JSON.")
    return None


def _is_here(host: str, name: str) -> bool:
    try:
        hostname = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if hostname in (LOCAL, name):
        return True
    try:
        ipaddress.ip_address(hostname)
    except ValueError:
        return False
    return True
