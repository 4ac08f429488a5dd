"""Finds the handler of a submitted form by its custom_id.

No open form is kept in memory, so one that was opened before a restart counts after it.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from cogs.base.custom_id_families import SESSION, Family
from cogs.base.custom_ids import BoardVersion

Take = Callable[[discord.Interaction[Any], re.Match[str]], Awaitable[None]]
"""Handles a form; gets the fields of its custom_id by name."""


class ModalRoutes:
    """The handlers of forms, by family."""

    def __init__(self, routes: Mapping[Family, Take]) -> None:
        self._routes = routes

    async def take(self, interaction: discord.Interaction[Any]) -> bool:
        """Call the handler of a form; False if there is none."""
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
