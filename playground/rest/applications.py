"""The application, its commands and its emojis."""

import base64
import binascii
import io
import re

from PIL import Image, UnidentifiedImageError

from playground.commands import read_commands, without_translations
from playground.errors import Json, Problems, too_many_creates, unknown
from playground.fields import Fields
from playground.model import Emoji
from playground.objects import application_json, emoji_json
from playground.rest.call import NOTHING, Call, Reply, ok, page, route

EMOJI_LIMIT = 256 * 1024
"""Maximum bytes of a picture."""
DAILY_CREATES, DAY = 200, 24 * 3600
_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,(.+)", re.DOTALL)

_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
_EMOJIS = "/applications/{application_id}/emojis"


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(call: Call) -> Reply:
    """Get Current Application."""
    return ok(application_json(call.world))


@route("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Reply:
    """Get Gateway Bot."""
    gateway = call.playground.gateway
    limit = {
        "total": 1000,
        "remaining": 1000,
        "reset_after": 14_400_000,
        "max_concurrency": gateway.max_concurrency,
    }
    return ok(
        {
            "url": call.playground.gateway_url,
            "shards": gateway.recommended_shards,
            "session_start_limit": limit,
        }
    )


@route("GET", "/gateway", token=False)
def gateway(call: Call) -> Reply:
    """Get Gateway."""
    return ok({"url": call.playground.gateway_url})


def _scope(call: Call) -> int | None:
    call.application()
    if "guild_id" not in call.params:
        return None
    return call.guild().id


def _commands(call: Call) -> list[Json]:
    return call.world.commands.get(_scope(call), [])


def _list(call: Call) -> Reply:
    commands = _commands(call)
    if call.query.get("with_localizations", "").lower() in ("1", "true"):
        return ok(commands)
    return ok([without_translations(command) for command in commands])


def _replace(call: Call) -> Reply:
    scope = _scope(call)
    values = call.body.json or []
    if not isinstance(values, list):
        raise Problems.one((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    commands = read_commands(call.world, scope, values, old=_commands(call))
    _count_creates(call, scope, commands)
    call.world.set_commands(scope, commands)
    return ok(commands)


def _create(call: Call) -> Reply:
    scope, old = _scope(call), _commands(call)
    [command] = read_commands(call.world, scope, [call.body.json], old=old)
    _count_creates(call, scope, [command])
    rest = [other for other in old if other["id"] != command["id"]]
    call.world.set_commands(scope, [*rest, command])
    return Reply(201 if len(rest) == len(old) else 200, command)


def _count_creates(call: Call, scope: int | None, commands: list[Json]) -> None:
    """Count new commands; raise ApiError 30034 above 200 per day."""
    now = call.world.clock()
    old_ids = {command["id"] for command in _commands(call)}
    new = [now for command in commands if command["id"] not in old_ids]
    creates = [at for at in call.world.command_creates.get(scope, []) if at > now - DAY]
    if len(creates) + len(new) > DAILY_CREATES:
        raise too_many_creates()
    call.world.command_creates[scope] = creates + new


def _command(call: Call) -> Json:
    matching = [c for c in _commands(call) if c["id"] == call.params["command_id"]]
    if not matching:
        raise unknown("command")
    return matching[0]


def _get(call: Call) -> Reply:
    return ok(_command(call))


def _patch(call: Call) -> Reply:
    old = _command(call)
    [changed] = read_commands(call.world, _scope(call), [{**old, **call.fields().json}], old=[old])
    changed["id"] = old["id"]
    commands = [changed if c["id"] == old["id"] else c for c in _commands(call)]
    call.world.set_commands(_scope(call), commands)
    return ok(changed)


def _delete(call: Call) -> Reply:
    command = _command(call)
    call.world.set_commands(_scope(call), [c for c in _commands(call) if c is not command])
    return NOTHING


for _template in (_GLOBAL, _GUILD):
    route("GET", _template)(_list)
    route("PUT", _template)(_replace)
    route("POST", _template)(_create)
    route("GET", _template + "/{command_id}")(_get)
    route("PATCH", _template + "/{command_id}")(_patch)
    route("DELETE", _template + "/{command_id}")(_delete)


@route("GET", _EMOJIS)
def list_emojis(call: Call) -> Reply:
    """List Application Emojis."""
    call.application()
    return page([emoji_json(call.world, emoji) for emoji in call.world.emojis.values()], "items")


@route("POST", _EMOJIS)
def create_emoji(call: Call) -> Reply:
    """Create Application Emoji."""
    call.application()
    world, fields = call.world, call.fields()
    name = _emoji_name(call, fields, None)
    content_type, content, animated = _picture(fields)
    if len(world.emojis) >= 2000:
        text = "Maximum number of emojis reached (2000)"
        fields.wrong((), "TOO_MANY_EMOJIS", text)
    fields.problems.raise_if_any()
    number = world.snowflakes.new()
    emoji = Emoji(number, name, content, content_type, animated, world.bot_id)
    world.emojis[number] = emoji
    return Reply(201, emoji_json(world, emoji))


def _emoji_name(call: Call, fields: Fields, own_id: int | None) -> str:
    name = fields.text("name", 32, least=2, required=True) or ""
    if name and not _EMOJI_NAME.fullmatch(name):
        text = r"String value did not match validation regex: ^\w+$"
        fields.wrong(("name",), "STRING_TYPE_REGEX", text)
    if any(e.name == name and e.id != own_id for e in call.world.emojis.values()):
        text = "An emoji with that name already exists"
        fields.wrong(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text)
    return name


def _picture(fields: Fields) -> tuple[str, bytes, bool]:
    data_url = fields.text("image", 1 << 24, least=1, required=True) or ""
    match = _IMAGE.fullmatch(data_url)
    try:
        content = base64.b64decode(match[2], validate=True) if match else b""
        with Image.open(io.BytesIO(content)) as picture:
            animated = bool(getattr(picture, "is_animated", False))
            content_type = Image.MIME.get(picture.format or "", "image/png")
    except (binascii.Error, UnidentifiedImageError, OSError):
        fields.wrong(("image",), "IMAGE_INVALID", "Invalid image data")
        return "", b"", False
    if len(content) > EMOJI_LIMIT:
        text = "File cannot be larger than 256.0 kb."
        fields.wrong(("image",), "BINARY_TYPE_MAX_SIZE", text)
    return content_type, content, animated


def _emoji(call: Call) -> Emoji:
    call.application()
    emoji = call.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise unknown("emoji")
    return emoji


@route("GET", _EMOJIS + "/{emoji_id}")
def get_emoji(call: Call) -> Reply:
    """Get Application Emoji."""
    return ok(emoji_json(call.world, _emoji(call)))


@route("PATCH", _EMOJIS + "/{emoji_id}")
def rename_emoji(call: Call) -> Reply:
    """Modify Application Emoji."""
    emoji, fields = _emoji(call), call.fields()
    name = _emoji_name(call, fields, emoji.id)
    fields.problems.raise_if_any()
    emoji.name = name
    return ok(emoji_json(call.world, emoji))


@route("DELETE", _EMOJIS + "/{emoji_id}")
def delete_emoji(call: Call) -> Reply:
    """Delete Application Emoji."""
    del call.world.emojis[_emoji(call).id]
    return NOTHING
