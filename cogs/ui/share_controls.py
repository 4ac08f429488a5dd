"""Buttons and menus of sharing."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.base import custom_ids
from cogs.base.text_limits import PLACEHOLDER, cut
from cogs.screens.base import Style
from cogs.ui import widgets

PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
]
"""Types of channels in which something can be shared."""


def share_button(match: int, what: object, label: str) -> ui.Item[Any]:
    """A button that opens the panel for sharing this."""
    return widgets.button(custom_ids.share(match, str(what), "open"), label, emoji="📣")


def here_button(match: int, what: object, label: str) -> ui.Item[Any]:
    """A button that shares this in the channel where it is pressed."""
    return widgets.button(custom_ids.share(match, str(what), "here"), label, style=Style.MAIN)


def what_menu(
    match: int, what: object, options: Sequence[tuple[str, str]], hint: str
) -> ui.Item[Any]:
    """A menu of what to share, the first of 1 to 25 options chosen: values with their labels."""
    found = widgets.options(dict(options), options[0][0])
    return widgets.menu(custom_ids.share(match, str(what), "what"), found, hint=hint)


def where_menu(match: int, what: object, hint: str) -> ui.Item[Any]:
    """A menu of the channels and threads in which it may be shared."""
    return ui.ChannelSelect(
        custom_id=custom_ids.share(match, str(what), "where"),
        channel_types=PLACES,
        placeholder=cut(hint, PLACEHOLDER),
    )
