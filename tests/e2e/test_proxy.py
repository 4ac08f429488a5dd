"""A proxy in front of Discord: every REST request passes through it, and play is unaffected, also
by answers that the proxy makes up.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from playground import Person, Playground
from playground.known_faults import proxy_limit, proxy_timeout
from tests.e2e.bot_process import BotProcess
from tests.e2e.in_process import bot_here
from tests.e2e.players import Table, boards
from tests.e2e.test_budget import place_of_board
from tests.e2e.test_matches import practice
from tests.match.machine import SetClock
from tests.observing.test_logs import Log, logged
from tests.observing.test_metrics import HERE, free_port, samples, scrape, value

__all__ = ["logged"]


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


async def test_answers_of_the_proxy_itself_only_delay_boards(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    logged: Log,
) -> None:
    """A request that Discord may have carried out is repeated without a second message, and a
    limit of the proxy is no ban by Cloudflare.
    """
    post = ("POST", "/channels/{channel_id}/messages")
    patch = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
    port, ann = free_port(), people[0]
    address = f"{HERE}:{port}"
    logged.begin(as_json=True)
    async with bot_here(playground, tmp_path, monkeypatch, clock, take_back=0, metrics=address):
        playground.faults += [proxy_timeout(*post, done=True), proxy_limit(*patch)]
        await ann.command("practice", {"public": True, "rivals": 1})
        thread = await playground.wait_for(lambda: place_of_board(ann))
        table = Table(playground, [ann], thread)
        while playground.faults:
            await table.turn("take")
            await playground.settled()
        assert len(boards(ann, thread)) == 1
        text = await scrape(port)
    assert value(text, "salud_discord_errors_total", status="408") == 1
    limits = samples(text)["salud_discord_rate_limits_total"]
    assert {labels["scope"]: number for labels, number in limits if number} == {"proxy": 1}
    assert "The proxy waited in vain for Discord's answer" in logged.text
    assert "Discord refused" not in logged.text
    assert "can't be shown" not in logged.text
