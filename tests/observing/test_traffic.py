"""Observed requests to Discord: routes without ids, errors, rate limits and waits."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web

from bot.observing.answer import MeasuredAnswer, working_for
from bot.observing.observer import Observer, Request
from cogs.runtime.traffic import measure_waits, route_of, trace_config

SECRET = "aW50ZXJhY3Rpb24"


class RecordingObserver(Observer):
    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.lost: list[str] = []
        self.waits: list[float] = []

    def discord_answered(self, request: Request) -> None:
        self.requests.append(request)

    def discord_unreachable(self, route: str, error: BaseException) -> None:  # noqa: ARG002
        self.lost.append(route)

    def request_waited(self, seconds: float) -> None:
        self.waits.append(seconds)


class Server:
    """A server in place of Discord, with answers that a test sets."""

    def __init__(self) -> None:
        self.status = 200
        self.body: object = {}
        self.headers: dict[str, str] = {}
        self.url = ""

    async def answer(self, _: web.Request) -> web.Response:
        return web.json_response(self.body, status=self.status, headers=self.headers)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    new_server, app = Server(), web.Application()
    app.router.add_route("*", "/{path:.*}", new_server.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    new_server.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    try:
        yield new_server
    finally:
        await runner.cleanup()


@pytest.fixture
async def observer() -> RecordingObserver:
    return RecordingObserver()


@pytest.fixture
async def session(observer: RecordingObserver) -> AsyncIterator[aiohttp.ClientSession]:
    """A session as discord.py creates it."""
    async with aiohttp.ClientSession(trace_configs=[trace_config(observer)]) as traced_session:
        yield traced_session


async def send(session: aiohttp.ClientSession, url: str) -> None:
    """Send a request and read its answer, as discord.py does."""
    async with session.post(url) as response:
        await response.text()


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/123/messages/456", "channels/messages"),
        (f"/api/v10/interactions/123/{SECRET}/callback", "interactions/callback"),
        (f"/api/v10/webhooks/123/{SECRET}/messages/@original", "webhooks/messages"),
        ("/api/v10/channels/1/thread-members/@me", "channels/thread-members/@me"),
        ("/cdn/whatever/else.png", "other"),
    ],
)
def test_route_contains_no_ids_or_tokens(path: str, route: str) -> None:
    assert route_of(path) == route


async def test_answer_reports_status_error_code_and_rate_limit(
    server: Server, observer: RecordingObserver, session: aiohttp.ClientSession
) -> None:
    url = f"{server.url}/channels/1/messages"
    await send(session, url)
    server.status, server.body = 403, {"code": 50013, "message": "Missing Permissions"}
    await send(session, url)
    server.status, server.body = 429, {"retry_after": 2.5, "global": False}
    server.headers = {"Via": "1.1 google", "X-RateLimit-Scope": "shared"}
    await send(session, url)
    server.headers = {}
    await send(session, url)
    server.headers = {"generated-by-proxy": "true", "X-RateLimit-Scope": "user"}
    await send(session, url)
    server.headers = {}
    server.body = {"retry_after": None}  # a proxy can answer anything, and no request must fail
    await send(session, url)
    server.status, server.body = 502, "<html>"
    await send(session, url)
    answers = [
        (request.status, request.code, request.scope, request.retry_after)
        for request in observer.requests
    ]
    assert answers == [
        (200, 0, None, 0),
        (403, 50013, None, 0),
        (429, 0, "shared", 2.5),
        (429, 0, "cloudflare", 2.5),
        (429, 0, "proxy", 2.5),
        (429, 0, "cloudflare", 0),
        (502, 0, None, 0),
    ]
    assert {(request.method, request.route) for request in observer.requests} == {
        ("POST", "channels/messages")
    }


async def test_missing_answer_is_reported_separately(
    observer: RecordingObserver, session: aiohttp.ClientSession
) -> None:
    with pytest.raises(aiohttp.ClientConnectionError):
        await send(session, "http://127.0.0.1:1/api/v10/channels/1/messages")
    assert (observer.lost, observer.requests) == (["channels/messages"], [])


async def test_accepted_callback_acknowledges_the_answer(
    server: Server, session: aiohttp.ClientSession
) -> None:
    url = f"{server.url}/interactions/1/{SECRET}/callback"
    answer = MeasuredAnswer("button", "move", 1, 900)
    with working_for(answer):
        await send(session, f"{server.url}/channels/1/messages")
        server.status = 404
        await send(session, url)
        assert answer.acknowledged is None
        server.status = 200
        await send(session, url)
    assert answer.acknowledged is not None


async def test_wait_of_a_request_is_measured_once(
    server: Server, observer: RecordingObserver, session: aiohttp.ClientSession
) -> None:
    """From the call until sending, even if it is sent again."""
    sent = asyncio.Event()

    async def request(url: str) -> None:
        await sent.wait()
        await send(session, url)
        await send(session, url)

    http: Any = SimpleNamespace(request=request)
    measure_waits(cast("Any", http))
    asked = asyncio.create_task(http.request(f"{server.url}/channels/1/messages"))
    for _ in range(3):
        await asyncio.sleep(0)
    sent.set()
    await asked
    assert len(observer.requests) == 2
    assert len(observer.waits) == 1
    assert observer.waits[0] > 0
