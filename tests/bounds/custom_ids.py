"""What can be wrong with the custom_ids of a message or a form."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from cogs.base import custom_id_families as families
from tests.bounds.wholeness import Json, every

SELECTS = range(3, 9)
BUTTON = 2
FORM_FAMILIES = (*families.FORMS, families.SESSION)
"""The families with a handler of forms."""


def custom_id_faults(body: Any) -> list[str]:
    """Return what is wrong with the custom_ids of a message, a form, or an answer with either."""
    return [*_faults(body)]


def _faults(body: Any) -> Iterator[str]:
    shown = body.get("data", body) if isinstance(body, dict) else {}
    components = [*every(shown.get("components", []))]
    used = [str(one["custom_id"]) for one in components if "custom_id" in one]
    yield from (f"{one!r} is used {n} times" for one, n in Counter(used).items() if n > 1)
    yield from (fault for one in components for fault in _repeated_options(one))
    if isinstance(shown.get("custom_id"), str):  # a form, whose fields have names of their own
        yield from _misread(shown["custom_id"], FORM_FAMILIES)
    else:
        for custom_id in used:
            yield from _misread(custom_id, families.BUTTONS)


def _misread(custom_id: str, handled: tuple[families.Family, ...]) -> Iterator[str]:
    if len(custom_id) > families.LONGEST:
        yield f"{custom_id!r} is too long"
    taking = [one for one in families.FAMILIES if re.fullmatch(one.template, custom_id)]
    if len(taking) != 1 or taking[0] not in handled:
        yield f"{custom_id!r} reaches no handler: it is of {[one.name for one in taking]}"


def _repeated_options(component: Json) -> Iterator[str]:
    values = Counter(one.get("value") for one in component.get("options", []))
    yield from (f"option {one!r} is offered {n} times" for one, n in values.items() if n > 1)
