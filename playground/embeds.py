"""Embeds, checked against Discord's limits."""

from collections.abc import Mapping
from typing import Any

from playground.errors import Json
from playground.fields import Fields
from playground.model import Attachment

MOST_TEXT = 6000
"""Maximum characters of all embeds in a message together."""


def read_embeds(fields: Fields, files: Mapping[str, Attachment]) -> list[Json]:
    shown = [_read(embed, files) for embed in fields.children("embeds", 10)]
    if sum(map(_length, shown)) > MOST_TEXT:
        text = f"Embed size exceeds maximum size of {MOST_TEXT}"
        fields.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)
    return shown


def _read(fields: Fields, files: Mapping[str, Attachment]) -> Json:
    shown: Json = {"type": "rich"}
    for name, most in (("title", 256), ("description", 4096), ("url", 2048)):
        if fields.has(name):
            shown[name] = fields.text(name, most)
    if fields.has("color"):
        shown["color"] = fields.number("color", 0, 0xFFFFFF)
    if fields.has("timestamp"):
        shown["timestamp"] = fields.text("timestamp", 64)
    for name, part, most in (("footer", "text", 2048), ("author", "name", 256)):
        if child := fields.child(name):
            shown[name] = {part: child.text(part, most, least=1, required=True)}
            for link in ("url", "icon_url"):
                if child.has(link):
                    shown[name][link] = child.text(link, 2048)
    for name in ("image", "thumbnail"):
        if child := fields.child(name):
            shown[name] = _picture(child, files)
    rows = [
        {
            "name": row.text("name", 256, least=1, required=True),
            "value": row.text("value", 1024, least=1, required=True),
            "inline": row.flag("inline"),
        }
        for row in fields.children("fields", 25)
    ]
    if rows:
        shown["fields"] = rows
    if len(shown) == 1:
        fields.wrong((), "BASE_TYPE_REQUIRED", "This field is required")
    return shown


def _picture(fields: Fields, files: Mapping[str, Attachment]) -> Json:
    url = fields.text("url", 2048, least=1, required=True) or ""
    name = url.removeprefix("attachment://")
    if name == url:
        return {"url": url, "proxy_url": url}
    if name not in files:
        text = "The referenced attachment was not found"
        fields.wrong(("url",), "EMBED_ATTACHMENT_NOT_FOUND", text)
        return {}
    return {"file_id": files[name].id}


def _length(embed: Json) -> int:
    texts: list[Any] = [embed.get("title"), embed.get("description")]
    texts += [embed.get("footer", {}).get("text"), embed.get("author", {}).get("name")]
    texts += [text for row in embed.get("fields", []) for text in (row["name"], row["value"])]
    return sum(len(str(text).strip()) for text in texts if text)
