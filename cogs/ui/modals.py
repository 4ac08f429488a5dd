"""Builds modals, and reads submitted ones, recognized by their custom_id even after a restart."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discord import ui

from cogs.screens.base import Form
from cogs.ui import widgets


def modal(custom_id: str, form: Form) -> ui.Modal:
    parts: list[ui.Item[Any]] = [ui.TextDisplay(form.text)]
    for field in form.fields:
        options = [
            widgets.option(choice.label, choice.value, description=choice.hint, emoji=choice.emoji)
            for choice in field.options
        ]
        select = widgets.menu(
            field.name,
            options,
            at_least=field.at_least,
            at_most=field.at_most,
            required=field.at_least > 0,
        )
        parts.append(widgets.field(field.label, field.hint, select))
    return widgets.form(custom_id, form.title, *parts)


def values(data: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    return {
        name: [value for value in field["values"] if isinstance(value, str)]
        for name, field in _fields(data)
        if isinstance(field.get("values"), list)
    }


def typed(data: Mapping[str, Any]) -> dict[str, str]:
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
