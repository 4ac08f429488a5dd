"""Messages as people read them: what they say, what can be pressed, who is asked."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playground import Modal

Json = dict[str, Any]
BUTTON, SELECT, TEXT_DISPLAY, GALLERY = 2, 3, 10, 12
"""Kinds of components."""


def parts(message: Mapping[str, Any]) -> list[Json]:
    """Every component of a message or a form, nested ones included."""
    found: list[Json] = []

    def walk(components: Sequence[Json]) -> None:
        for part in components:
            found.append(part)
            walk(part.get("components", []))
            if "component" in part:
                walk([part["component"]])

    walk(message.get("components", []))
    return found


def text(message: Mapping[str, Any]) -> str:
    """All that a message says."""
    shown = [part["content"] for part in parts(message) if part["type"] == TEXT_DISPLAY]
    return "\n".join([message.get("content") or "", *shown]).strip()


def pictures(message: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The file name and the alt text of each picture."""
    galleries = [part for part in parts(message) if part["type"] == GALLERY]
    return [
        (_file_name(item["media"]["url"]), item.get("description") or "")
        for part in galleries
        for item in part["items"]
    ]


def _file_name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def buttons(message: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """The label of each button that can be pressed, by custom_id."""
    return {
        part["custom_id"]: part.get("label") or ""
        for part in parts(message)
        if part["type"] == BUTTON
        and part.get("custom_id", "").startswith(prefix)
        and not part.get("disabled")
    }


def named(message: Mapping[str, Any]) -> list[str]:
    """Who is asked to act, by id."""
    said = text(message)
    first = said.splitlines()[0] if said else ""
    return re.findall(r"<@(\d+)>", first) if "now" in first else []


def choices(modal: Modal) -> dict[str, list[str] | str]:
    """A choice for each select of a form, as many in all as its text wants; a text elsewhere."""
    said = "\n".join(p["content"] for p in modal.components if p["type"] == TEXT_DISPLAY)
    exactly = re.search(r"exactly (\d+)", said)
    up_to = re.search(r"up to (\d+) di", said)
    room = int(exactly[1]) if exactly else int(up_to[1]) if up_to else 9
    chosen: dict[str, list[str] | str] = {}
    for name, select in modal.inputs().items():
        if up_to and name == "tool":
            continue  # a chest die that is kept keeps nothing, which may be too few for it
        if "options" not in select:
            chosen[name] = "Something is odd here."
            continue
        values = [option["value"] for option in select["options"]]
        most = min(select.get("max_values", 1), room)
        chosen[name] = values[:most]
        room -= len(chosen[name])
    return chosen
