"""Messages as people read them: what they say, what can be pressed, who is asked."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playground import Answer, Modal, Person

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


def menus(message: Mapping[str, Any], prefix: str = "2:menu:") -> dict[str, Json]:
    """Each menu in which something can be ticked, by custom_id."""
    return {
        part["custom_id"]: part
        for part in parts(message)
        if part["type"] == SELECT and part.get("custom_id", "").startswith(prefix)
    }


def moves(message: Mapping[str, Any]) -> list[str]:
    """The custom_ids of all buttons and menus that decide something or open a form for it."""
    return [*buttons(message, "2:move:"), *buttons(message, "2:panel:"), *menus(message)]


def ticks(menu: Mapping[str, Any]) -> list[str]:
    """As many of a menu's values as it takes; no chest die where there is enough else, as one
    that is kept keeps nothing itself."""
    options = menu["options"]
    plain = [one["value"] for one in options if "hest" not in one["label"]]
    chests = [one["value"] for one in options if one["value"] not in plain]
    most = int(menu.get("max_values", 1))
    return plain[:most] or chests[: int(menu.get("min_values", 1))]


async def use(
    person: Person, message: int | str | Json, custom_id: str, *, unseen: bool = False
) -> Answer:
    """Press a button, or tick in a menu what it takes; raises ClientError."""
    shown = person.playground.world.find_message(
        int(message["id"] if isinstance(message, dict) else message)
    )
    menu = None if shown is None else menus({"components": shown.components}).get(custom_id)
    if menu is None:
        return await person.press(message, custom_id, unseen=unseen)
    return await person.select(message, custom_id, ticks(menu))


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
