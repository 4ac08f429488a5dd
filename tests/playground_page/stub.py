"""A stand-in for the playground's server: it serves the page and records its posts."""

import asyncio
import json
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from tests.patience import PATIENCE

PAGE = Path(__file__).parents[2] / "playground" / "page"
JSON = dict[str, Any]


class StubServer:
    """The server's side of docs/playground.md, without a bot.

    `ready` is the data of the first event. `sent` lists all posts as (path, body). `sockets` lists
    the open tabs with their user ids ("" before the user has chosen).
    """

    def __init__(self, ready: JSON) -> None:
        self.ready = ready
        self.sent: list[tuple[str, JSON]] = []
        self.refusal: str | None = None  # refuse every post with this sentence
        self.closed = False  # refuse new WebSockets
        self.sockets: list[tuple[str, web.WebSocketResponse]] = []
        self.url = ""
        self._news = asyncio.Condition()
        self._runner: web.AppRunner | None = None

    async def start(self, port: int = 0) -> None:
        app = web.Application()
        app.router.add_get("/", self._index)
        app.router.add_static("/static", PAGE)
        app.router.add_get("/client/ws", self._socket)
        app.router.add_post("/client/{action}", self._post)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        bound = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{bound}"

    async def stop(self) -> None:
        await self.drop()
        if self._runner:
            await self._runner.cleanup()

    async def drop(self) -> None:
        for _, socket in list(self.sockets):
            await socket.close()

    async def send(self, name: str, data: JSON | list[JSON], user: str | None = None) -> None:
        """Send an event to all tabs, or only to this user's."""
        for owner, socket in list(self.sockets):
            if user is None or owner == user:
                await socket.send_json({"t": name, "d": data})

    async def next_sent(self, path: str) -> JSON:
        """Wait for a post to this path; remove and return the oldest body."""
        async with self._news:
            await asyncio.wait_for(
                self._news.wait_for(lambda: any(where == path for where, _ in self.sent)), PATIENCE
            )
            oldest = next(item for item in self.sent if item[0] == path)
            self.sent.remove(oldest)
            return oldest[1]

    async def next_interaction(self) -> JSON:
        return await self.next_sent("/client/interactions")

    async def _index(self, _request: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE / "index.html")

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if self.closed:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        user_id = request.query.get("user", "")
        members = [member["user"] for member in self.ready["members"]]
        user = next((user for user in members if user["id"] == user_id), None)
        entry = (user_id, socket)
        self.sockets.append(entry)
        await socket.send_json({"t": "READY", "d": {**self.ready, "user": user}})
        async for message in socket:
            if message.type is WSMsgType.ERROR:
                break
        self.sockets.remove(entry)
        return socket

    async def _post(self, request: web.Request) -> web.Response:
        body: JSON = json.loads(await request.read())
        async with self._news:
            self.sent.append((request.path, body))
            self._news.notify_all()
        if self.refusal:
            return web.json_response({"message": self.refusal}, status=400)
        return web.Response(status=204)
