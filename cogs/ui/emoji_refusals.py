"""Resends messages whose custom emoji Discord has refused.

Discord occasionally refuses valid application emoji in components (discord-api-docs #7128), and an
operator can delete an emoji at any time. Either would keep a board from appearing. So a refused
request is sent again with freshly fetched emoji, and if that fails, without custom emoji. It
replaces two methods of discord.py, one for messages and one for answers to interactions. Neither is
public, but the version is pinned.
"""

import json
import logging
import re
from collections import Counter
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import partial
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.text_limits import BUTTON as LABEL
from cogs.base.text_limits import cut
from cogs.ui.emoji import GameEmoji

_log = logging.getLogger(__name__)

INVALID_FORM_BODY = 50035
BUTTON = 2
_OURS = re.compile(r"^salud_v\d+_")
Send = Callable[[Any, Any], Awaitable[Any]]
"""Sends a body as JSON, or form parts with the same body as `payload_json`; one is None."""
Refetch = Callable[[], Awaitable[Mapping[str, str]]]
"""Fetches the application's emoji as written in messages, by name."""


def install_emoji_refusals(client: discord.Client, emoji: GameEmoji) -> None:
    """Send the client's requests again whose emoji Discord refuses.

    Call this in the task that connects: answers to interactions use a context variable that they
    inherit from it.
    """
    original, refetch = client.http.request, partial(emoji.refetch, client)

    async def request(
        route: discord.http.Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **more: Any,
    ) -> Any:
        async def send(body: Any, parts: Any) -> Any:
            arguments = more if body is None else {**more, "json": body}
            return await original(route, files=files, form=parts, **arguments)

        return await _send(send, more.get("json"), form, files or (), refetch)

    client.http.request = request  # type: ignore[method-assign]
    async_context.set(_Adapter(refetch))


class _Adapter(AsyncWebhookAdapter):
    def __init__(self, refetch: Refetch) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._refetch = refetch

    async def request(self, *route: Any, **more: Any) -> Any:
        original = partial(super().request, *route)
        body, parts = more.pop("payload", None), more.pop("multipart", None)

        async def send(body: Any, parts: Any) -> Any:
            return await original(payload=body, multipart=parts, **more)

        return await _send(send, body, parts, more.get("files") or (), self._refetch)


async def _send(
    send: Send, body: Any, form: Any, files: Sequence[discord.File], refetch: Refetch
) -> Any:
    """Send a request; if Discord refuses its emoji, send it again with others."""
    parts = None if form is None else list(form)
    try:
        return await send(body, parts)
    except discord.HTTPException as error:
        if not is_refused_emoji(error) or not any(_custom(_body_of(body, parts))):
            raise
        _log.warning("Discord refused an emoji; sending the message again: %s", error)
    try:
        emoji = await refetch()
    except DISCORD_TROUBLE as error:
        _log.warning("Could not fetch the list of emoji: %s", error)
        emoji = {}
    if emoji:
        try:
            return await _again(send, body, parts, files, emoji)
        except discord.HTTPException as error:
            if not is_refused_emoji(error):
                raise
            _log.warning("Discord refused it again; sending it without emoji: %s", error)
    return await _again(send, body, parts, files, {})


async def _again(
    send: Send,
    body: Any,
    parts: Any,
    files: Sequence[discord.File],
    emoji: Mapping[str, str],
) -> Any:
    for file in files:
        file.reset(seek=True)
    if parts is not None:
        parts = [_part_with(part, emoji) for part in parts]
    return await send(None if body is None else with_emoji(body, emoji), parts)


def is_refused_emoji(error: discord.HTTPException) -> bool:
    return error.code == INVALID_FORM_BODY and "emoji" in error.text.lower()


def with_emoji(body: Any, emoji: Mapping[str, str]) -> Any:
    """Replace a JSON body's custom emoji with those of the same name in `emoji`, and omit missing
    ones.

    Buttons that would then look alike show the emoji's name.
    """
    labels = Counter(part.get("label") for part in _custom(body) if part.get("type") == BUTTON)
    return _with_emoji(body, emoji, {label for label, count in labels.items() if count > 1})


def _with_emoji(body: Any, emoji: Mapping[str, str], alike: Collection[object]) -> Any:
    if isinstance(body, list):
        return [_with_emoji(part, emoji, alike) for part in body]
    if not isinstance(body, dict):
        return body
    changed = {key: _with_emoji(part, emoji, alike) for key, part in body.items()}
    if _is_custom(body.get("emoji")):
        name = body["emoji"].get("name") or ""
        if name in emoji:
            changed["emoji"] = discord.PartialEmoji.from_str(emoji[name]).to_dict()
            return changed
        del changed["emoji"]
        if body.get("type") == BUTTON and body.get("label") in alike:
            emoji_name = _OURS.sub("", name).replace("_", " ")
            changed["label"] = cut(f"{body['label']} · {emoji_name}", LABEL)
    return changed


def _custom(body: Any) -> Iterator[dict[str, Any]]:
    if isinstance(body, list):
        for part in body:
            yield from _custom(part)
    elif isinstance(body, dict):
        if _is_custom(body.get("emoji")):
            yield body
        yield from _custom([*body.values()])


def _part_with(part: dict[str, Any], emoji: Mapping[str, str]) -> dict[str, Any]:
    if part.get("name") != "payload_json":
        return part
    return {**part, "value": json.dumps(with_emoji(json.loads(part["value"]), emoji))}


def _body_of(body: Any, parts: Any) -> Any:
    if body is not None:
        return body
    written = [part["value"] for part in parts or () if part.get("name") == "payload_json"]
    return json.loads(written[0]) if written else None


def _is_custom(emoji: Any) -> bool:
    return isinstance(emoji, dict) and emoji.get("id") is not None
