"""Which handler takes a form that is handed in, by its custom_id.

Nothing of a form is in memory while it is open, so one that was opened before a restart counts
after it.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from cogs.interactions.custom_ids import SESSION, BoardVersion, Family

Take = Callable[[discord.Interaction[Any], re.Match[str]], Awaitable[None]]
"""Takes a form; gets what its custom_id says, by the names of its family's fields."""


class ModalRoutes:
    """Every family of forms with its handler."""

    def __init__(self, routes: Mapping[Family, Take]) -> None:
        self._routes = routes

    async def take(self, interaction: discord.Interaction[Any]) -> bool:
        """Hand a form to its handler; False if nobody knows it."""
        data: Mapping[str, object] = dict(interaction.data or {})
        for family, take in self._routes.items():
            if found := re.fullmatch(family.template, str(data.get("custom_id", ""))):
                await take(interaction, found)
                return True
        return False


def board_of(found: re.Match[str]) -> BoardVersion:
    """The board on which a form was opened."""
    session = found.re.pattern == SESSION.template
    return BoardVersion(int(found["match"]), int(found["seq"]), session)
