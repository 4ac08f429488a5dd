"""The buttons and menus of sharing; all that they mean is in their custom_ids."""

from collections.abc import Sequence
from typing import Any, Protocol, cast

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import PersistentItem, chosen
from cogs.ui import widgets
from cogs.ui.text_limits import PLACEHOLDER, cut

PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
]
"""Where something can be shared."""


class Sharing(Protocol):
    """Who answers them."""

    async def press(
        self, interaction: discord.Interaction, match: int, what: str, verb: str, value: str
    ) -> None:
        """Do what the item says; `value` is what was chosen in a menu."""


class HasSharing(Protocol):
    """The client, as far as they need it."""

    sharing: Sharing


class ShareItem(PersistentItem, template=custom_ids.SHARE):
    """Opens the panel for sharing, chooses what and where, or shares it here."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it on."""
        sharing = cast("HasSharing", interaction.client).sharing
        await sharing.press(
            interaction,
            int(self.said["match"]),
            self.said["what"],
            self.said["verb"],
            chosen(interaction),
        )


def share_button(match: int, what: object, label: str) -> ui.Item[Any]:
    """A button that opens the panel for sharing this."""
    return ShareItem(widgets.button(custom_ids.share(match, str(what), "open"), label, emoji="📣"))


def here_button(match: int, what: object, label: str) -> ui.Item[Any]:
    """A button that shares this in the channel where it is pressed."""
    style = discord.ButtonStyle.primary
    return ShareItem(widgets.button(custom_ids.share(match, str(what), "here"), label, style=style))


def what_menu(
    match: int, what: object, options: Sequence[tuple[str, str]], hint: str
) -> ui.Item[Any]:
    """A menu of what to share, the first of 1 to 25 options chosen: values with their labels."""
    found = [
        widgets.option(label, value, default=number == 0)
        for number, (value, label) in enumerate(options)
    ]
    return ShareItem(widgets.menu(custom_ids.share(match, str(what), "what"), found, hint=hint))


def where_menu(match: int, what: object, hint: str) -> ui.Item[Any]:
    """A menu of the channels and threads in which it may be shared."""
    return ShareItem(
        ui.ChannelSelect(
            custom_id=custom_ids.share(match, str(what), "where"),
            channel_types=PLACES,
            placeholder=cut(hint, PLACEHOLDER),
        )
    )
