"""Modals: checks of a bot's form, and of a person's input."""

from typing import Any

from playground.component_checker import (
    ACTION_ROW,
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    SELECTS,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    Checker,
    walk,
)
from playground.errors import ClientError, Json
from playground.fields import Fields
from playground.interactive_components import check_required, read_options, read_range, read_select

IN_LABEL = (*SELECTS, TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)


def read_modal(checker: Checker, fields: Fields) -> Json:
    shown: Json = {
        "custom_id": fields.text("custom_id", 100, least=1, required=True),
        "title": fields.text("title", 45, least=1, required=True),
        "components": [
            _top_level(checker, item)
            for item in fields.children("components", 5, least=1, required=True)
        ],
    }
    checker.number_all(shown["components"])
    return shown


def _top_level(checker: Checker, fields: Fields) -> Json:
    kind = fields.json.get("type")
    allowed = (ACTION_ROW, TEXT_DISPLAY, LABEL)
    if kind not in allowed:
        text = f'Value of field "type" must be one of {allowed}.'
        fields.wrong(("type",), "UNION_TYPE_CHOICES", text)
        return {"type": kind, "id": 0}
    shown = checker.begin(fields)
    if kind == TEXT_DISPLAY:
        shown["content"] = fields.text("content", 4000, least=1, required=True)
    elif kind == LABEL:
        shown["label"] = fields.text("label", 45, least=1, required=True)
        if fields.has("description"):
            shown["description"] = fields.text("description", 100, least=1)
        inner = fields.child("component", required=True)
        if inner is not None:
            shown["component"] = _input(checker, inner, IN_LABEL)
    else:
        inside = list(fields.children("components", 1, least=1, required=True))
        shown["components"] = [_input(checker, item, (TEXT_INPUT,)) for item in inside]
        for item in inside:
            item.text("label", 45, least=1, required=True)
    return shown


def _input(checker: Checker, fields: Fields, allowed: tuple[int, ...]) -> Json:
    kind = fields.json.get("type")
    if kind not in allowed:
        text = f'Value of field "type" must be one of {allowed}.'
        fields.wrong(("type",), "UNION_TYPE_CHOICES", text)
        return {"type": kind, "id": 0}
    if kind in SELECTS:
        shown = read_select(checker, fields, required=True)
        if fields.flag("disabled"):
            text = "Selects cannot be disabled in modals"
            fields.wrong(("disabled",), "SELECT_COMPONENT_DISABLED_IN_MODAL", text)
        return shown
    shown = checker.begin(fields)
    shown["custom_id"] = checker.custom_id(fields)
    if kind == TEXT_INPUT:
        _text_input(fields, shown)
    elif kind == CHECKBOX:
        shown["default"] = fields.flag("default")
    else:
        shown["required"] = check_required(fields, default=True)
        if kind in (RADIO_GROUP, CHECKBOX_GROUP):
            shown["options"] = read_options(checker, fields, 10, 2 if kind == RADIO_GROUP else 1)
            for option in shown["options"]:
                option.pop("emoji", None)  # Discord has none there, and ignores it
        if kind == CHECKBOX_GROUP:
            _checkbox_range(fields, shown)
        elif kind == FILE_UPLOAD:
            shown["min_values"], shown["max_values"] = read_range(fields, 10)
        most = 1 if kind == RADIO_GROUP else shown["max_values"]
        _check_defaults(fields, shown, most)
    return shown


def _checkbox_range(fields: Fields, shown: Json) -> None:
    number = len(shown["options"])
    if not fields.has("max_values"):
        fields.json["max_values"] = max(1, min(10, number))
    shown["min_values"], shown["max_values"] = read_range(fields, 10, options=number)


def _check_defaults(fields: Fields, shown: Json, most: int) -> None:
    if sum(bool(option.get("default")) for option in shown.get("options", ())) > most:
        text = f"Must be {most} or fewer in length."
        fields.wrong(("options",), "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", text)


def _text_input(fields: Fields, shown: Json) -> None:
    shown["style"] = fields.choice("style", (1, 2))
    shown["label"] = fields.text("label", 45)
    shown["min_length"] = fields.number("min_length", 0, 4000)
    shown["max_length"] = fields.number("max_length", 1, 4000)
    shown["required"] = fields.flag("required", default=True)
    least, most = shown["min_length"] or 0, shown["max_length"] or 4000
    if least > most:
        text = "min_length must be less than or equal to max_length"
        fields.wrong(("min_length",), "TEXT_INPUT_MIN_LENGTH_TOO_LARGE", text)
    if fields.has("value"):
        value = shown["value"] = fields.text("value", most) or ""
        if value and len(value) < least:
            text = f"Must be between {least} and {most} in length."
            fields.wrong(("value",), "BASE_TYPE_BAD_LENGTH", text)
    if fields.has("placeholder"):
        shown["placeholder"] = fields.text("placeholder", 100)


def _given(submitted: Any) -> dict[str, Json]:
    """Return all submitted inputs by custom_id, regardless of nesting."""
    if isinstance(submitted, list):
        inputs: dict[str, Json] = {}
        for item in submitted:
            inputs |= _given(item)
        return inputs
    if not isinstance(submitted, dict):
        return {}
    own = {submitted["custom_id"]: submitted} if "custom_id" in submitted else {}
    return own | _given(submitted.get("components")) | _given(submitted.get("component"))


def fill_in(form: Json, submitted: Any) -> list[Json]:
    """Return the submitted components in Discord's format. Raise ClientError if a required value is
    missing or a value is not on offer.
    """
    given = _given(submitted)
    expected = {part["custom_id"] for part in walk(form["components"]) if "custom_id" in part}
    if strangers := set(given) - expected:
        raise ClientError(f"The form has no field {min(strangers)!r}.")
    filled: list[Json] = []
    for part in form["components"]:
        shown: Json = {"type": part["type"], "id": part["id"]}
        if part["type"] == LABEL:
            inner = part["component"]
            shown["component"] = _filled(inner, part["label"], given)
        elif part["type"] == ACTION_ROW:
            shown["components"] = [
                _filled(inner, inner["label"], given) for inner in part["components"]
            ]
        filled.append(shown)
    return filled


def _filled(part: Json, label: str, given: dict[str, Json]) -> Json:
    kind = part["type"]
    answer = given.get(part["custom_id"], {})
    shown: Json = {"type": kind, "id": part["id"], "custom_id": part["custom_id"]}
    if kind == TEXT_INPUT:
        return {**shown, "value": _typed(part, label, str(answer.get("value") or ""))}
    if kind == CHECKBOX:
        return {**shown, "value": bool(answer.get("value", False))}
    offered = [option["value"] for option in part.get("options", [])]
    if kind == RADIO_GROUP:
        chosen = answer.get("value")
        if chosen is None and part["required"]:
            raise ClientError(f"{label}: This field is required")
        if chosen is not None and chosen not in offered:
            raise ClientError(f"{label}: {chosen!r} is not on offer.")
        return {**shown, "value": chosen}
    values = [str(value) for value in answer.get("values") or []]
    check_values(part, values, label)
    return {**shown, "values": values}


def _typed(part: Json, label: str, value: str) -> str:
    if not value:
        if part["required"]:
            raise ClientError(f"{label}: This field is required")
        return value
    least, most = part["min_length"] or 0, part["max_length"] or 4000
    if not least <= len(value) <= most:
        raise ClientError(f"{label}: Must be between {least} and {most} in length.")
    return value


def check_values(part: Json, values: list[str], label: str) -> None:
    """Raise ClientError unless the values are on offer, distinct, and within the limits."""
    if not values and not part.get("required", True):
        return
    if not part["min_values"] <= len(values) <= part["max_values"]:
        least, most = part["min_values"], part["max_values"]
        raise ClientError(f"{label}: Choose between {least} and {most}.")
    if len(set(values)) != len(values):
        raise ClientError(f"{label}: The same choice twice.")
    if part["type"] in (STRING_SELECT, CHECKBOX_GROUP):
        offered = [option["value"] for option in part["options"]]
        if strangers := [value for value in values if value not in offered]:
            raise ClientError(f"{label}: {strangers[0]!r} is not on offer.")
