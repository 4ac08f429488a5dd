"""Buttons and menus that open replays and move through them."""

from typing import Any

from discord import ui

from cogs.base import custom_ids
from cogs.screens.base import Style
from cogs.ui import widgets


def replay_button(
    match: int,
    step: int,
    verb: str,
    label: str | None = None,
    emoji: str | None = None,
    *,
    disabled: bool = False,
    main: bool = False,
) -> ui.Item[Any]:
    """A button of a replay; `step` 0 with `open` begins at the start."""
    style = Style.MAIN if main else Style.CALM
    custom_id = custom_ids.replay(match, step, verb)
    return widgets.button(custom_id, label, emoji=emoji, style=style, disabled=disabled)


def jump_menu(match: int, step: int, hint: str, options: list[tuple[int, str]]) -> ui.Item[Any]:
    """A menu of 1 to 25 steps with their headlines; the one that `step` belongs to is marked."""
    here = max((there for there, _ in options if there <= step), default=0)
    found = widgets.options({str(there): label for there, label in options}, str(here))
    return widgets.menu(custom_ids.replay_menu(match, step), found, hint=hint)
