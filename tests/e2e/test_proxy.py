"""A proxy in front of Discord: every REST request passes through it, and play is unaffected."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.test_matches import practice


class Proxy:
    def __init__(self, playground: Playground) -> None:
        self.passed: list[str] = []
        self._playground = playground

    async def hand_on(self, request: web.Request) -> web.Response:
        self.passed.append(f"{request.method} {request.path}")
        async with (
            aiohttp.ClientSession() as session,
            session.request(
                request.method,
                f"{self._playground.url}{request.path_qs}",
                data=await request.read(),
                headers={name: request.headers[name] for name in KEPT if name in request.headers},
            ) as answer,
        ):
            kind = {"Content-Type": answer.headers.get("Content-Type", "text/plain")}
            return web.Response(body=await answer.read(), status=answer.status, headers=kind)


KEPT = ("Authorization", "Content-Type", "X-Audit-Log-Reason")


@pytest.fixture
async def proxy(playground: Playground) -> AsyncIterator[tuple[Proxy, str]]:
    proxy = Proxy(playground)
    place = web.Application(client_max_size=2**24)
    place.router.add_route("*", "/{path:.*}", proxy.hand_on)
    async with TestServer(place) as server:
        yield proxy, str(server.make_url("/")).rstrip("/")


async def test_every_request_passes_the_proxy(
    playground: Playground, proxy: tuple[Proxy, str], people: list[Person], tmp_path: Path
) -> None:
    methods: list[str] = []
    before = playground.on_exchange

    def noted(method: str, route: str, *rest: Any) -> None:
        methods.append(method)
        if before is not None:
            before(method, route, *rest)

    playground.on_exchange = noted
    bot = BotProcess(playground, tmp_path)
    bot.settings["SALUD_DISCORD_API"] = proxy[1]
    async with bot:
        table = await practice(playground, people[0])
        await table.turn()
        await playground.settled()
    assert any(line.startswith("POST /api/v10/interactions/") for line in proxy[0].passed)
    # The bot uploads emoji meanwhile; stopping it can cut off one request on its way.
    assert len(proxy[0].passed) - len(methods) in (0, 1)
