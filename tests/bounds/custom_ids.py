"""Faults of custom_ids in a message or a form."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from cogs.base import custom_id_families as families
from tests.bounds.wholeness import Json, every

SELECTS = range(3, 9)
BUTTON = 2
FORM_FAMILIES = (*families.FORMS, families.SESSION)
"""The families that handle forms."""


def custom_id_faults(body: Any) -> list[str]:
    return [*_faults(body)]


def _faults(body: Any) -> Iterator[str]:
    content = body.get("data", body) if isinstance(body, dict) else {}
    components = [*every(content.get("components", []))]
    used = [str(part["custom_id"]) for part in components if "custom_id" in part]
    yield from (
        f"{custom_id!r} is used {n} times" for custom_id, n in Counter(used).items() if n > 1
    )
    yield from (fault for part in components for fault in _repeated_options(part))
    if isinstance(content.get("custom_id"), str):  # a form, whose fields have names instead
        yield from _misread(content["custom_id"], FORM_FAMILIES)
    else:
        for custom_id in used:
            yield from _misread(custom_id, families.BUTTONS)


def _misread(custom_id: str, handled: tuple[families.Family, ...]) -> Iterator[str]:
    if len(custom_id) > families.LONGEST:
        yield f"{custom_id!r} is too long"
    taking = [family for family in families.FAMILIES if re.fullmatch(family.template, custom_id)]
    if len(taking) != 1 or taking[0] not in handled:
        names = [family.name for family in taking]
        yield f"{custom_id!r} reaches no handler: it belongs to {names}"


def _repeated_options(component: Json) -> Iterator[str]:
    values = Counter(option.get("value") for option in component.get("options", []))
    yield from (f"option {value!r} is offered {n} times" for value, n in values.items() if n > 1)
