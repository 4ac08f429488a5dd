"""API of the page: one websocket per tab, and several POST routes."""

import asyncio
import json
from pathlib import Path

from aiohttp import web

from playground.client_events import initial_state, is_person, usable_commands
from playground.core import PlaygroundCore
from playground.errors import ClientError, Json
from playground.locales import LOCALES

PAGE = Path(__file__).parent / "page"


def add_routes(app: web.Application, playground: PlaygroundCore) -> None:
    api = _ClientApi(playground)
    app.router.add_get("/", api.index)
    if PAGE.is_dir():
        app.router.add_static("/static", PAGE)
    app.router.add_get("/client/ws", api.socket)
    app.router.add_post("/client/interactions", api.interact)
    app.router.add_post("/client/messages", api.write)
    app.router.add_post("/client/dismiss", api.dismiss)
    app.router.add_post("/client/direct", api.open_direct)
    app.router.add_post("/client/install", api.install)
    app.router.add_post("/client/forward", api.forward)
    app.router.add_post("/client/locale", api.set_locale)
    app.router.add_get("/client/clock", playground.followers.handle)


class _ClientApi:
    def __init__(self, playground: PlaygroundCore) -> None:
        self._playground = playground

    async def index(self, request: web.Request) -> web.StreamResponse:
        del request
        path = PAGE / "index.html"
        if not path.is_file():
            raise web.HTTPNotFound(text="The page is not installed.")
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    async def socket(self, request: web.Request) -> web.StreamResponse:
        text = request.query.get("user", "")
        world = self._playground.world
        user_id = int(text) if text.isdecimal() else 0
        if text and not is_person(world, user_id):
            return _refused(404, "Unknown User")
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        queue = self._playground.tabs.open(user_id)
        state = initial_state(world, user_id, online=self._playground.gateway.online)
        sender = asyncio.create_task(_send_all(socket, state, queue))
        self._playground.sockets.add(socket)
        try:
            async for _ in socket:
                pass
        finally:
            self._playground.sockets.discard(socket)
            self._playground.tabs.close(queue)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
        return socket

    async def interact(self, request: web.Request) -> web.StreamResponse:
        try:
            data = await request.json()
            message_id = data.get("message_id")
            self._playground.begin(
                int(data["user_id"]),
                int(data["channel_id"]),
                int(data["type"]),
                dict(data.get("data") or {}),
                message_id=None if message_id is None else int(message_id),
                nonce=data.get("nonce"),
            )
        except ClientError as error:
            return _refused(400, str(error))
        except (ValueError, KeyError, TypeError, AttributeError):
            return _refused(400, "Invalid Form Body")
        return web.Response(status=204)

    async def write(self, request: web.Request) -> web.StreamResponse:
        try:
            data = await request.json()
            self._playground.write(
                int(data["user_id"]), int(data["channel_id"]), str(data["content"])
            )
        except ClientError as error:
            return _refused(400, str(error))
        except (ValueError, KeyError, TypeError):
            return _refused(400, "Invalid Form Body")
        return web.Response(status=204)

    async def dismiss(self, request: web.Request) -> web.StreamResponse:
        try:
            data = await request.json()
            user_id, message_id = int(data["user_id"]), int(data["message_id"])
        except (ValueError, KeyError, TypeError):
            return _refused(400, "Invalid Form Body")
        message = self._playground.world.find_message(message_id)
        if message is None or message.reader_id != user_id:
            return _refused(404, "Unknown Message")
        self._playground.world.delete(message)
        return web.Response(status=204)

    async def open_direct(self, request: web.Request) -> web.StreamResponse:
        """Open direct messages with the bot, or with these people; answer with the channel's id."""
        try:
            data = await request.json()
            user_id = int(data["user_id"])
            people = [int(person) for person in data.get("people") or []]
        except (ValueError, KeyError, TypeError, AttributeError):
            return _refused(400, "Invalid Form Body")
        world = self._playground.world
        if not all(is_person(world, person) for person in (user_id, *people)):
            return _refused(404, "Unknown User")
        members = list(dict.fromkeys([user_id, *people]))
        channel = world.dm_with(user_id) if not people else world.open_group(members)
        return web.json_response({"id": str(channel.id)})

    async def install(self, request: web.Request) -> web.StreamResponse:
        """Install the application for the user, or remove it."""
        try:
            data = await request.json()
            user_id, installed = int(data["user_id"]), bool(data["installed"])
        except (ValueError, KeyError, TypeError):
            return _refused(400, "Invalid Form Body")
        if not is_person(self._playground.world, user_id):
            return _refused(404, "Unknown User")
        self._playground.world.install(user_id, installed=installed)
        return web.Response(status=204)

    async def set_locale(self, request: web.Request) -> web.StreamResponse:
        try:
            data = await request.json()
            user_id, locale = int(data["user_id"]), str(data["locale"])
        except (ValueError, KeyError, TypeError):
            return _refused(400, "Invalid Form Body")
        world = self._playground.world
        if not is_person(world, user_id):
            return _refused(404, "Unknown User")
        if locale not in LOCALES:
            return _refused(400, "Discord does not have that language.")
        world.locales[user_id] = locale
        self._playground.tabs.tell(user_id, "LOCALE", {"locale": locale})
        self._playground.tabs.tell(user_id, "COMMANDS", usable_commands(world, user_id))
        return web.Response(status=204)

    async def forward(self, request: web.Request) -> web.StreamResponse:
        try:
            seconds = float((await request.json())["seconds"])
            await self._playground.forward(minutes=seconds / 60)
        except ClientError as error:
            return _refused(400, str(error))
        except TimeoutError:
            return _refused(504, "Some programs do not use the new time yet.")
        except (ValueError, KeyError, TypeError):
            return _refused(400, "Invalid Form Body")
        return web.Response(status=204)


async def _send_all(socket: web.WebSocketResponse, state: Json, queue: asyncio.Queue[Json]) -> None:
    item: Json = {"t": "READY", "d": state}
    while True:
        try:
            await socket.send_str(json.dumps(item, ensure_ascii=False))
        except ConnectionError:
            return
        item = await queue.get()


def _refused(status: int, message: str) -> web.Response:
    return web.json_response({"message": message}, status=status)
