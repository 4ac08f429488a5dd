"""Pictures and files by address, like Discord's CDN."""

import io
from functools import cache

from aiohttp import web
from PIL import Image, ImageDraw

from playground.model import Attachment
from playground.world import World

_COLOURS = ("#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f")
_CELLS, _CELL = 5, 16
_FOREVER = {"Cache-Control": "public, max-age=86400"}


def add_routes(app: web.Application, world: World) -> None:
    async def avatar(request: web.Request) -> web.Response:
        number = int(request.match_info["user_id"])
        return web.Response(body=identicon(number), content_type="image/png", headers=_FOREVER)

    async def default_avatar(request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        return web.Response(body=identicon(number), content_type="image/png", headers=_FOREVER)

    async def emoji(request: web.Request) -> web.Response:
        resource = world.emojis.get(int(request.match_info["emoji_id"]))
        if resource is None:
            raise web.HTTPNotFound
        return web.Response(
            body=resource.content, content_type=resource.content_type, headers=_FOREVER
        )

    async def attachment(request: web.Request) -> web.Response:
        resource = find_attachment(world, int(request.match_info["file_id"]))
        until = int(request.query.get("ex", "0"), 16)
        if resource is None or world.clock() > until:
            raise web.HTTPNotFound(text="This content is no longer available.")
        return web.Response(body=resource.content, content_type=resource.content_type)

    app.router.add_get(r"/cdn/avatars/{user_id:\d+}/{name}", avatar)
    app.router.add_get(r"/cdn/embed/avatars/{number:\d+}.png", default_avatar)
    app.router.add_get(r"/cdn/emojis/{emoji_id:\d+}.{ending}", emoji)
    app.router.add_get(r"/cdn/attachments/{channel_id:\d+}/{file_id:\d+}/{name}", attachment)


def find_attachment(world: World, file_id: int) -> Attachment | None:
    for channel in [*world.rooms(), *world.dms.values()]:
        for message in channel.messages.values():
            for file in message.files:
                if file.id == file_id:
                    return file
    return None


@cache
def identicon(number: int) -> bytes:
    """Return a PNG derived from the number: a mirrored pattern of squares."""
    mixed = (number * 0x9E3779B97F4A7C15 + 0x7F4A7C15) % (1 << 64)
    side = _CELLS * _CELL + 2 * _CELL
    picture = Image.new("RGB", (side, side), "#f2f3f5")
    draw = ImageDraw.Draw(picture)
    colour = _COLOURS[(mixed >> 40) % len(_COLOURS)]
    for row in range(_CELLS):
        for column in range(_CELLS):
            bit = row * 3 + min(column, _CELLS - 1 - column)
            if mixed >> (bit + 12) & 1:
                left, top = _CELL * (column + 1), _CELL * (row + 1)
                draw.rectangle((left, top, left + _CELL - 1, top + _CELL - 1), fill=colour)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
