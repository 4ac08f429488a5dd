"""Buttons, menus and forms within Discord's limits."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import discord
from discord import app_commands, ui

from cogs.base.text_limits import BUTTON, OPTION, OPTIONS, PLACEHOLDER, TITLE, cut
from cogs.screens.base import Style

V = TypeVar("V", str, int)
_STYLES = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.CALM: discord.ButtonStyle.secondary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.GRAVE: discord.ButtonStyle.danger,
}


def link_button(label: str, url: str) -> ui.Button[Any]:
    return ui.Button(label=cut(label, BUTTON), url=url)


def button(
    custom_id: str,
    label: str | None,
    *,
    emoji: str | None = None,
    style: Style = Style.CALM,
    disabled: bool = False,
) -> ui.Button[Any]:
    return ui.Button(
        label=None if label is None else cut(label, BUTTON),
        emoji=emoji,
        style=_STYLES[style],
        custom_id=custom_id,
        disabled=disabled,
    )


def option(
    label: str,
    value: str,
    *,
    description: str | None = None,
    emoji: str | None = None,
    default: bool = False,
) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(label, OPTION),
        value=value,
        description=cut(description, OPTION) if description else None,
        emoji=emoji,
        default=default,
    )


def options(labels: Mapping[str, str], chosen: str) -> list[discord.SelectOption]:
    return [option(label, value, default=value == chosen) for value, label in labels.items()]


def menu(
    custom_id: str,
    options: Sequence[discord.SelectOption],
    *,
    hint: str | None = None,
    at_least: int = 1,
    at_most: int = 1,
    required: bool = True,
) -> ui.Select[Any]:
    """Return a menu of 1 to OPTIONS options; `required` applies to menus in forms only."""
    assert 1 <= len(options) <= OPTIONS, "there is something to choose, and not too much"
    return ui.Select(
        custom_id=custom_id,
        options=list(options),
        placeholder=None if hint is None else cut(hint, PLACEHOLDER),
        min_values=at_least,
        max_values=at_most,
        required=required,
    )


def people(
    custom_id: str, chosen: Sequence[int] = (), *, hint: str, at_least: int = 0, at_most: int = 1
) -> ui.UserSelect[Any]:
    kind = discord.SelectDefaultValueType.user
    return ui.UserSelect(
        custom_id=custom_id,
        placeholder=cut(hint, PLACEHOLDER),
        min_values=at_least,
        max_values=at_most,
        default_values=[discord.SelectDefaultValue(id=user, type=kind) for user in chosen],
    )


def form(custom_id: str, title: str, *parts: ui.Item[Any]) -> ui.Modal:
    window = ui.Modal(title=cut(title, TITLE), custom_id=custom_id, timeout=None)
    for part in parts:
        window.add_item(part)
    window.stop()
    return window


def field(label: str, hint: str | None, component: ui.Item[Any]) -> ui.Label[Any]:
    return ui.Label(
        text=cut(label, TITLE), description=cut(hint, OPTION) if hint else None, component=component
    )


def choices(options: Iterable[tuple[str, V]]) -> list[app_commands.Choice[V]]:
    return [
        app_commands.Choice(name=app_commands.locale_str(message), value=value)
        for message, value in options
    ]


def suggestions(options: Iterable[tuple[str, V]], typed: str = "") -> list[app_commands.Choice[V]]:
    text = typed.lower()
    matching = ((name, value) for name, value in options if text in name.lower())
    return [
        app_commands.Choice(name=cut(name, OPTION), value=value)
        for name, value in islice(matching, OPTIONS)
    ]
