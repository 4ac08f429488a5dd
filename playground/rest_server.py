"""HTTP server of the REST routes: token, errors, headers, faults and recording of exchanges.

A fault normally replaces the request: neither the token check nor the handler runs, and nothing is
recorded. A fault with `done` only replaces the answer. The recorded exchange is then the real one,
so that it can be checked against Discord's API description although the bot receives something
else.

Faults come from four sources. An outage of a server has priority, then the limit on new threads,
then faults that a test has requested, and last the storm.

Each response has rate limit headers with nearly the full limit left, so discord.py never waits.
Rate limits reach a bot only as 429s from faults.
"""

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from playground.core import PlaygroundCore
from playground.errors import ApiError, route_not_found, unauthorized
from playground.faults import Fault, Sender
from playground.rest import ROUTES
from playground.rest.call import Call, Handler, Reply
from playground.uploads import Body, read_body

BASE = "/api/v10"
_HttpHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def add_routes(app: web.Application, playground: PlaygroundCore) -> None:
    for method, template, handler, needs_token in sorted(ROUTES, key=_fixed_first):
        serve = _serve(playground, template, handler, needs_token)
        app.router.add_route(method, BASE + template, serve)
    app.router.add_route("*", BASE + "/{tail:.*}", _serve_nothing(playground))


def _fixed_first(entry: tuple[str, str, Handler, bool]) -> list[bool]:
    """Sort ".../pins" before ".../{message_id}", which would treat it as an id."""
    return [step.startswith("{") for step in entry[1].split("/")]


def _serve_nothing(playground: PlaygroundCore) -> _HttpHandler:
    async def handle(request: web.Request) -> web.StreamResponse:
        error = route_not_found()
        playground.unserved.append((request.method, request.path))
        return _response(playground, request.path, Reply(error.status, error.body()))

    return handle


def _serve(
    playground: PlaygroundCore, template: str, handler: Handler, needs_token: bool
) -> _HttpHandler:
    async def handle(request: web.Request) -> web.StreamResponse:
        playground.busy += 1
        try:
            return await answer(request)
        finally:
            playground.busy -= 1
            playground.world_changed()

    async def answer(request: web.Request) -> web.StreamResponse:
        fault = _take_fault(playground, request, template)
        if fault is not None and fault.strike is not None:
            fault.strike()
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)
        if fault is not None and not fault.status:
            fault = None
        body = Body(None, {})
        if fault is not None and not fault.done:
            reply = Reply(fault.status, fault.body())
        else:
            try:
                if (
                    needs_token
                    and request.headers.get("Authorization") != f"Bot {playground.token}"
                ):
                    raise unauthorized()
                body = await read_body(request, json.loads)
                playground.tick()
                reply = handler(Call(playground, request.match_info, request.query, body))
            except ApiError as error:
                reply = Reply(error.status, error.body())
            except ConnectionError:
                return web.Response(status=400)  # the client cut the connection while sending
            if playground.on_exchange is not None:
                playground.on_exchange(
                    request.method, template, body.json, reply.status, reply.body
                )
            if fault is not None:
                reply = Reply(fault.status, fault.body())
        if fault is not None and fault.cut and request.transport is not None:
            request.transport.close()
        if fault is not None and fault.sender is Sender.CLOUDFLARE:
            return _cloudflare(fault)
        if fault is not None and fault.sender is Sender.PROXY:
            return _proxy(fault)
        return _response(playground, template, reply, "user" if fault is None else fault.scope)

    return handle


def _take_fault(playground: PlaygroundCore, request: web.Request, template: str) -> Fault | None:
    method = request.method
    if playground.outages:
        outage = playground.outages.get(_guild(playground, request))
        if outage is not None:
            return outage
    if limit := playground.thread_limits.fault(method, template, request.match_info):
        return limit
    for fault in playground.faults:
        if (fault.method, fault.route) == (method, template) and fault.within in request.path:
            fault.times -= 1
            if fault.times <= 0:
                playground.faults.remove(fault)
            return fault
    storm = playground.storm
    return None if storm is None else storm.fault(method, template)


def _guild(playground: PlaygroundCore, request: web.Request) -> int:
    if "guild_id" in request.match_info:
        number = request.match_info["guild_id"]
        return int(number) if number.isdecimal() else 0
    number = request.match_info.get("channel_id", "")
    channel = playground.world.channel(int(number)) if number.isdecimal() else None
    return 0 if channel is None else channel.guild_id or 0


def _cloudflare(fault: Fault) -> web.Response:
    headers = {"Server": "cloudflare", "CF-RAY": "0000000000000000-FRA"}
    if fault.status == 429:
        headers["Retry-After"] = str(fault.retry_after)
    text = fault.page()
    return web.Response(status=fault.status, text=text, content_type="text/html", headers=headers)


def _proxy(fault: Fault) -> web.Response:
    if fault.status != 429:
        text = 'Get "https://discord.com/": context deadline exceeded'
        return web.Response(status=fault.status, text=text)
    headers = {
        "generated-by-proxy": "true",
        "x-ratelimit-scope": "user",
        "x-ratelimit-limit": "1",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": str(int(time.time()) + 1),
        "x-ratelimit-after": "1",
        "retry-after": str(fault.retry_after),
        "content-type": "application/json",
    }
    return web.Response(status=429, body=json.dumps(fault.body()).encode(), headers=headers)


def _response(
    playground: PlaygroundCore, template: str, reply: Reply, scope: str = "user"
) -> web.Response:
    bucket = hashlib.blake2b(template.encode(), digest_size=16).hexdigest()
    headers = {
        "Via": "1.1 playground",
        "X-RateLimit-Limit": "1000",
        "X-RateLimit-Remaining": "999",
        "X-RateLimit-Reset": f"{playground.world.clock() + 1:.3f}",
        "X-RateLimit-Reset-After": "1.000",
        "X-RateLimit-Bucket": bucket,
    }
    if reply.status == 429:
        headers["Retry-After"] = str(reply.body["retry_after"])
        headers["X-RateLimit-Scope"] = scope
        if reply.body["global"]:
            headers["X-RateLimit-Global"] = "true"
    if reply.body is None:
        return web.Response(status=reply.status, headers=headers)
    # Without a charset: with one, discord.py treats the answer as text.
    headers["Content-Type"] = "application/json"
    text = json.dumps(reply.body, ensure_ascii=False)
    return web.Response(status=reply.status, body=text.encode(), headers=headers)
