"""Builds modals, and reads submitted ones, recognized by their custom_id even after a restart."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.base.text_limits import OPTION, cut
from cogs.screens.base import Form, FormField
from cogs.ui import widgets

OPEN_AT_MOST = 10
"""Maximum options of a form whose options are all open: more need scrolling on a phone, and a group
of Discord has no more.
"""
RADIO_GROUP = discord.ComponentType.radio_group.value


def modal(custom_id: str, form: Form) -> ui.Modal:
    """Return a form with few options as groups of buttons to tick, one press for each choice; with
    many options as menus, which take two presses more each. Only menus have room for emoji.
    """
    is_short = sum(len(field.options) for field in form.fields) <= OPEN_AT_MOST
    build = _group if is_short else _menu
    parts = (widgets.field(field.label, field.hint, build(field)) for field in form.fields)
    return widgets.form(custom_id, form.title, ui.TextDisplay(form.text), *parts)


def _menu(field: FormField) -> ui.Item[Any]:
    options = [
        widgets.option(choice.label, choice.value, description=choice.hint, emoji=choice.emoji)
        for choice in field.options
    ]
    return widgets.menu(
        field.name,
        options,
        at_least=field.at_least,
        at_most=field.at_most,
        required=field.at_least > 0,
    )


def _group(field: FormField) -> ui.Item[Any]:
    """Return a radio group if exactly one option must be chosen, or else checkboxes, which can be
    unticked.
    """
    group: ui.RadioGroup[Any] | ui.CheckboxGroup[Any]
    if field.at_least == field.at_most == 1 and len(field.options) > 1:
        group = ui.RadioGroup(custom_id=field.name)
    else:
        group = ui.CheckboxGroup(
            custom_id=field.name,
            required=field.at_least > 0,
            min_values=field.at_least,
            max_values=field.at_most,
        )
    for choice in field.options:
        label, hint = cut(choice.label, OPTION), cut(choice.hint, OPTION) if choice.hint else None
        group.add_option(label=label, value=choice.value, description=hint)
    return group


def values(data: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """Return the options chosen in menus and groups."""
    chosen: dict[str, Sequence[str]] = {}
    for name, field in _fields(data):
        options = field.get("values")
        if field.get("type") == RADIO_GROUP:
            options = [field.get("value")]
        if isinstance(options, list):
            chosen[name] = [option for option in options if isinstance(option, str)]
    return chosen


def text_inputs(data: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: field["value"].strip()
        for name, field in _fields(data)
        if isinstance(field.get("value"), str)
    }


def _fields(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for row in data.get("components", ()):
        field = row.get("component", {})
        if isinstance(name := field.get("custom_id"), str):
            yield name, field
