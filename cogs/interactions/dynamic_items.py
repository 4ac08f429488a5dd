"""The base of all persistent buttons and menus: their custom_id says all that they mean.

discord.py only logs an exception in a DynamicItem, so handlers answer their own errors.
"""

import re
from abc import abstractmethod
from typing import Any, Self

import discord
from discord import ui

from cogs.base.custom_id_families import Family
from cogs.base.custom_ids import BoardVersion
from cogs.interactions.parts import TopicClient

Interaction = discord.Interaction[TopicClient]


class PersistentItem(ui.DynamicItem[ui.Item[Any]], template=r"(?!)"):
    """A button or menu that works after any restart: it parses its custom_id and calls the handler
    of its topic. The class itself matches nothing."""

    def __init_subclass__(cls, *, family: Family) -> None:
        super().__init_subclass__(template=family.template)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The item that was used."""
        del interaction, match
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """discord.py calls this."""
        await self.used(interaction)

    @abstractmethod
    async def used(self, interaction: Interaction) -> None:
        """Call the handler."""

    @property
    def fields(self) -> re.Match[str]:
        """What the custom_id says, by the names of its family's fields."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        return found

    @property
    def match(self) -> int:
        """The match that its custom_id names."""
        return int(self.fields["match"])

    @property
    def board(self) -> BoardVersion:
        """The board that its custom_id names."""
        return BoardVersion(self.match, int(self.fields["seq"]))

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in its custom_id."""
        return tuple(self.fields["tokens"].split(","))


def values(interaction: discord.Interaction[Any]) -> list[str]:
    """What was chosen in a menu; [] for a button."""
    data: dict[str, Any] = dict(interaction.data or {})
    return [str(value) for value in data.get("values") or ()]


def chosen(interaction: discord.Interaction[Any]) -> str:
    """The one value that was chosen in a menu; empty for a button."""
    return next(iter(values(interaction)), "")
