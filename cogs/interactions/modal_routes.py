"""Which desk takes a form that is handed in, by its custom_id."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord

from cogs.interactions import custom_ids
from cogs.interactions.answers import private_words, tell

if TYPE_CHECKING:
    from cogs.client import SaludClient


async def take(client: "SaludClient", interaction: discord.Interaction) -> None:
    """Let it count; a form that nobody knows is answered."""
    data: Mapping[str, object] = dict(interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    if found := re.fullmatch(custom_ids.FORM, custom_id):
        await client.handlers.form(interaction, _board_version(found), found["panel"])
    elif found := re.fullmatch(custom_ids.OWN, custom_id):
        await client.me.form(interaction, found["what"])
    elif found := re.fullmatch(custom_ids.PLAN_FORM, custom_id):
        await client.confirmations.form(interaction, int(found["match"]))
    elif found := re.fullmatch(custom_ids.WORD_FORM, custom_id):
        await client.contributions.take(interaction, int(found["match"]))
    elif found := re.fullmatch(custom_ids.REPORT_FORM, custom_id):
        await client.reports.take(interaction, _board_version(found))
    else:
        words = private_words(client.catalogue, interaction)
        await tell(interaction, words.say("This form is out of date. Open it again."))


def _board_version(found: re.Match[str]) -> custom_ids.BoardVersion:
    return custom_ids.BoardVersion(int(found["match"]), int(found["seq"]))
