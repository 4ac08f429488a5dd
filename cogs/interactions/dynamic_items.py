"""What all persistent buttons and menus share: their custom_id says all that they mean."""

import re
from typing import Any, Self

import discord
from discord import ui

from cogs.interactions import custom_ids


class PersistentItem(ui.DynamicItem[ui.Item[Any]], template=r"(?!)"):
    """A button or menu that works after any restart. The class itself matches nothing."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The one that was used."""
        del interaction, match
        return cls(item)

    @property
    def said(self) -> re.Match[str]:
        """What the custom_id says."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        return found

    @property
    def board_version(self) -> custom_ids.BoardVersion:
        """The board that it belongs to, where its custom_id names one."""
        return custom_ids.BoardVersion(int(self.said["match"]), int(self.said["seq"]))


def values(interaction: discord.Interaction) -> list[str]:
    """What was chosen in a menu; [] for a button."""
    data: dict[str, Any] = dict(interaction.data or {})
    return [str(value) for value in data.get("values") or ()]


def chosen(interaction: discord.Interaction) -> str:
    """The one value that was chosen in a menu; empty where there is none."""
    return next(iter(values(interaction)), "")
