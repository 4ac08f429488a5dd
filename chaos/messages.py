"""Messages as people read them: text, controls, and the players whom they ask to act."""

import re
from collections.abc import Mapping
from typing import Any

from chaos.custom_ids import MENU, read
from playground.component_checker import (
    BUTTON,
    MEDIA_GALLERY,
    STRING_SELECT,
    TEXT_DISPLAY,
    walk,
)

Json = dict[str, Any]
MENTION = re.compile(r"<@(\d+)>")
DIGEST = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
"""A seed or a commitment: 64 hex digits."""


def parts(message: Mapping[str, Any]) -> list[Json]:
    return walk(message.get("components", []))


def text(message: Mapping[str, Any]) -> str:
    shown = [part["content"] for part in parts(message) if part["type"] == TEXT_DISPLAY]
    return "\n".join([message.get("content") or "", *shown]).strip()


def pictures(message: Mapping[str, Any]) -> list[tuple[str, str]]:
    galleries = [part for part in parts(message) if part["type"] == MEDIA_GALLERY]
    return [
        (_file_name(item["media"].get("url") or ""), item.get("description") or "")
        for part in galleries
        for item in part["items"]
    ]


def _file_name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def buttons(message: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return the label of each enabled button, by custom_id."""
    return {
        part["custom_id"]: part.get("label") or ""
        for part in parts(message)
        if part["type"] == BUTTON
        and "custom_id" in part  # a link has none
        and part.get("custom_id", "").startswith(prefix)
        and not part.get("disabled")
    }


def menus(message: Mapping[str, Any], prefix: str = "") -> dict[str, Json]:
    """Return menus by custom_id: those with the prefix, or by default those that play a match."""
    selects = (part for part in parts(message) if part["type"] == STRING_SELECT)
    return {
        custom_id: part
        for part in selects
        if (custom_id := part.get("custom_id", ""))
        if (custom_id.startswith(prefix) if prefix else read(custom_id).family is MENU)
    }


def moves(message: Mapping[str, Any]) -> list[str]:
    return [*(i for i in buttons(message) if read(i).is_played), *menus(message)]


def mentioned(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(user) for user in MENTION.findall(text)))


def named(message: Mapping[str, Any]) -> list[str]:
    """Return the ids of the users whom a message asks to act."""
    first = text(message).partition("\n")[0]
    return MENTION.findall(first) if "now" in first else []
