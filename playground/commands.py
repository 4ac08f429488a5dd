"""Application commands, checked as Discord does it on registration."""

import json
import re
from collections.abc import Iterable
from typing import Any

from playground.command_data import (
    ATTACHMENT_OPTION,
    BOOLEAN,
    CHANNEL_OPTION,
    CHAT_INPUT,
    GROUP,
    INTEGER,
    MENTIONABLE_OPTION,
    MESSAGE_MENU,
    NUMBER,
    ROLE_OPTION,
    STRING,
    SUBCOMMAND,
    USER_MENU,
    USER_OPTION,
)
from playground.errors import Json, Problems
from playground.fields import Fields
from playground.world import World

MOST_TEXT = 8000
_KINDS = (
    SUBCOMMAND,
    GROUP,
    STRING,
    INTEGER,
    BOOLEAN,
    USER_OPTION,
    CHANNEL_OPTION,
    ROLE_OPTION,
    MENTIONABLE_OPTION,
    NUMBER,
    ATTACHMENT_OPTION,
)
_MOST = {CHAT_INPUT: 100, USER_MENU: 15, MESSAGE_MENU: 15}
_NAME = re.compile(r"[-_'\w]{1,32}")


def read_commands(
    world: World, guild_id: int | None, values: list[Any], *, old: Iterable[Json]
) -> list[Json]:
    """Return a scope's checked commands; existing ones keep their ids. Raise ApiError 50035."""
    problems = Problems()
    before = {(command["type"], command["name"]): command for command in old}
    shown: list[Json] = []
    for index, value in enumerate(values):
        fields = Fields(value, (index,), problems)
        command = _read(fields)
        key = (command["type"], command["name"])
        if key in [(other["type"], other["name"]) for other in shown]:
            text = "Application command names must be unique"
            fields.wrong((), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        shown.append(_numbered(world, guild_id, command, before.get(key)))
    for kind, most in _MOST.items():
        if sum(command["type"] == kind for command in shown) > most:
            text = f"Must be {most} or fewer in length."
            problems.add((), "APPLICATION_COMMANDS_TOO_MANY", text)
    problems.raise_if_any()
    return shown


def _numbered(world: World, guild_id: int | None, command: Json, old: Json | None) -> Json:
    number = old["id"] if old else str(world.snowflakes.new())
    shown: Json = {"id": number, "application_id": str(world.bot_id), **command}
    if guild_id is not None:
        shown["guild_id"] = str(guild_id)
    same = old is not None and {**old, "version": ""} == {**shown, "version": ""}
    shown["version"] = old["version"] if old and same else str(world.snowflakes.new())
    return shown


def _read(fields: Fields) -> Json:
    kind = fields.choice("type", (1, 2, 3), required=False) or CHAT_INPUT
    shown: Json = {
        "type": kind,
        "name": _name(fields, any_case=kind != CHAT_INPUT),
        "name_localizations": _localised_names(fields, any_case=kind != CHAT_INPUT),
        "description": "",
        "description_localizations": None,
        "default_member_permissions": None,
        "dm_permission": fields.flag("dm_permission", default=True),
        "contexts": _numbers(fields, "contexts", 3),
        "integration_types": _numbers(fields, "integration_types", 2) or [0],
        "nsfw": fields.flag("nsfw"),
    }
    if fields.has("default_member_permissions"):
        shown["default_member_permissions"] = str(fields.json["default_member_permissions"])
    if kind == CHAT_INPUT:
        shown["description"] = fields.text("description", 100, least=1, required=True) or ""
        shown["description_localizations"] = _localised(fields, "description", 100)
        shown["options"] = _options(fields, depth=0)
        if _length(shown) > MOST_TEXT:
            text = f"Command exceeds maximum size ({MOST_TEXT})"
            fields.wrong((), "APPLICATION_COMMAND_TOO_LARGE", text)
        return shown
    for name in ("description", "options"):
        if fields.json.get(name):
            text = f"Context menu commands cannot have {name}"
            code = f"APPLICATION_COMMAND_CONTEXT_MENU_{name.upper()}"
            fields.wrong((name,), code, text)
    return shown


def _numbers(fields: Fields, name: str, end: int) -> list[int] | None:
    """Return a list of distinct numbers below `end`, or None; an empty list is wrong."""
    if not fields.has(name):
        return None
    values = fields.values(name, end, least=1)
    for index, value in enumerate(values):
        if isinstance(value, bool) or value not in range(end):
            text = f"Value must be one of {{{', '.join(map(str, range(end)))}}}."
            fields.wrong((name, index), "BASE_TYPE_CHOICES", text)
    if len({str(value) for value in values}) != len(values):
        text = "The set already contains this value"
        fields.wrong((name,), "SET_TYPE_ALREADY_CONTAINS_VALUE", text)
    return values


def _name(fields: Fields, *, any_case: bool) -> str:
    name = fields.text("name", 32, least=1, required=True) or ""
    _check_name(fields, "name", name, any_case=any_case)
    return name


def _check_name(fields: Fields, field: str, name: str, *, any_case: bool) -> None:
    right = any_case or (_NAME.fullmatch(name) and name == name.lower())
    if name and not right:
        text = "Command name is invalid"
        fields.wrong((field,), "APPLICATION_COMMAND_INVALID_NAME", text)


def _localised_names(fields: Fields, *, any_case: bool) -> Json | None:
    names = _localised(fields, "name", 32)
    texts = fields.child("name_localizations")
    for locale, name in (names or {}).items():
        assert texts is not None, "there are names"
        _check_name(texts, locale, name or "", any_case=any_case)
    return names


def _localised(fields: Fields, name: str, most: int) -> Json | None:
    texts = fields.child(f"{name}_localizations")
    if texts is None:
        return None
    return {locale: texts.text(locale, most, least=1) for locale in texts.json}


def _options(fields: Fields, depth: int) -> list[Json]:
    shown: list[Json] = []
    optional_seen = False
    for option in fields.children("options", 25):
        entry = _option(option, depth)
        if entry["name"] in [other["name"] for other in shown]:
            text = "Option name must be unique"
            option.wrong(("name",), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", text)
        if entry.get("required") and optional_seen:
            text = "Required options must be placed before non-required options"
            option.wrong((), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen = optional_seen or not entry.get("required")
        shown.append(entry)
    kinds = {entry["type"] in (SUBCOMMAND, GROUP) for entry in shown}
    if len(kinds) > 1:
        text = "Sub-command and sub-command group option types are mutually exclusive"
        fields.wrong(("options",), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
    return shown


def _option(fields: Fields, depth: int) -> Json:
    kind = fields.choice("type", _KINDS)
    shown: Json = {
        "type": kind,
        "name": _name(fields, any_case=False),
        "name_localizations": _localised_names(fields, any_case=False),
        "description": fields.text("description", 100, least=1, required=True) or "",
        "description_localizations": _localised(fields, "description", 100),
    }
    if kind in (SUBCOMMAND, GROUP):
        if depth == 2 or (kind == GROUP and depth == 1):
            text = "Sub-commands cannot be nested any deeper"
            fields.wrong(("type",), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
            return shown
        shown["options"] = _options(fields, depth + 1)
        return shown
    shown["required"] = fields.flag("required")
    if fields.flag("autocomplete"):
        shown["autocomplete"] = True
    choices = _choices(fields, kind)
    if choices:
        shown["choices"] = choices
        if shown.get("autocomplete"):
            text = "Choices and autocomplete are mutually exclusive"
            fields.wrong((), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", text)
    for name in ("min_value", "max_value", "min_length", "max_length", "channel_types"):
        if fields.has(name):
            shown[name] = fields.json[name]
    return shown


def _choices(fields: Fields, kind: int) -> list[Json]:
    shown: list[Json] = []
    for choice in fields.children("choices", 25):
        value = choice.json.get("value")
        if kind == STRING:
            choice.text("value", 100, least=1, required=True)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            choice.wrong(("value",), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        entry = {
            "name": choice.text("name", 100, least=1, required=True),
            "name_localizations": _localised(choice, "name", 100),
            "value": value,
        }
        if entry["name"] in [other["name"] for other in shown]:
            text = "Choice name must be unique"
            choice.wrong(("name",), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED", text)
        shown.append(entry)
    return shown


def _length(node: Any) -> int:
    """Count characters of names, descriptions and values; only the longest translation counts."""
    if isinstance(node, list):
        return sum(map(_length, node))
    if not isinstance(node, dict):
        return 0
    total = 0
    for key in ("name", "description", "value"):
        texts = [node.get(key), *(node.get(f"{key}_localizations") or {}).values()]
        total += max((len(text) for text in texts if isinstance(text, str)), default=0)
    return total + _length(node.get("options")) + _length(node.get("choices"))


def without_translations(command: Json) -> Json:
    """Return a command as listed without `with_localizations`."""
    bare: Json = json.loads(json.dumps(command))

    def strip(node: Json) -> None:
        for key in ("name_localizations", "description_localizations"):
            node.pop(key, None)
        for child in [*node.get("options", []), *node.get("choices", [])]:
            strip(child)

    strip(bare)
    return bare


def in_language(command: Json, locale: str) -> Json:
    """Return a command as a client shows it in this language, or in English.

    A context menu keeps its name beside the translation in `name_localized`: it is used by name.
    """
    shown: Json = json.loads(json.dumps(command))
    if shown["type"] != CHAT_INPUT:
        translation = (shown.get("name_localizations") or {}).get(locale)
        shown["name_localized"] = translation or shown["name"]

    def translate(node: Json) -> None:
        for key in ("name", "description"):
            translation = (node.pop(f"{key}_localizations", None) or {}).get(locale)
            if translation and (key == "description" or "value" in node):
                node[key] = translation
        for child in [*node.get("options", []), *node.get("choices", [])]:
            translate(child)

    translate(shown)
    return shown
