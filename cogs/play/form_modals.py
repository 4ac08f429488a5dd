"""Forms as Discord shows them: a modal with a select for each field, and back.

A modal is recognised by its custom_id when it is handed in (see the client), never kept in
memory: one that was opened before a restart counts after it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.screens.base import Form, Option

TITLE = 45
LABEL = 45
HINT = 100
OPTION = 100


def modal(custom_id: str, form: Form) -> ui.Modal:
    """The modal of a form; stopped, so that discord.py does not keep it."""
    window = ui.Modal(title=form.title[:TITLE], custom_id=custom_id, timeout=None)
    window.add_item(ui.TextDisplay(form.text))
    for field in form.fields:
        select: ui.Select[Any] = ui.Select(
            custom_id=field.name,
            options=[_option(option) for option in field.options],
            min_values=field.at_least,
            max_values=field.at_most,
            required=field.at_least > 0,
        )
        description = field.hint[:HINT] if field.hint else None
        window.add_item(
            ui.Label(text=field.label[:LABEL], description=description, component=select)
        )
    window.stop()
    return window


def _option(option: Option) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label[:OPTION],
        value=option.value,
        description=option.hint[:OPTION] if option.hint else None,
        emoji=option.emoji,
    )


def values(data: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """What was chosen in each field of a modal that is handed in."""
    chosen: dict[str, Sequence[str]] = {}
    for row in data.get("components", ()):
        field = row.get("component", {})
        name, picked = field.get("custom_id"), field.get("values")
        if isinstance(name, str) and isinstance(picked, list):
            chosen[name] = [value for value in picked if isinstance(value, str)]
    return chosen
